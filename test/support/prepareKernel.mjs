// Compiles the JSON kernel before any test file is loaded, so that tests run what the product runs: a file that reads something
// while it is loaded would else settle, for the whole process, that there is none.
import { prepareKernel } from '../../scripts/wasm.mjs';

await prepareKernel();
