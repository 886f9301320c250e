// What scripts/golden.mjs bundles and runs: FILE in, `{case id: output}` on standard output.
import { computeGolden } from './goldenCommand';
import { readGoldenFile } from './goldenFile';

export function printGolden(file: string): void {
  process.stdout.write(`${JSON.stringify(computeGolden(readGoldenFile(file)))}\n`);
}
