// Compiles the JSON kernel before the first test, so that tests run what the product runs.
import { prepareKernel } from '../../scripts/wasm.mjs';

export async function mochaGlobalSetup() {
  await prepareKernel();
}
