// `npm run -s golden -- FILE`: computes the cases of every quantity that is built, from a file of the
// layout of test/golden/data/golden_public.json, and prints `{case id: output}` for compare.py.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..');
const [file, ...rest] = process.argv.slice(2);
if (file === undefined || rest.length > 0) {
  console.error('Usage: npm run -s golden -- FILE');
  process.exitCode = 2;
} else {
  // npm changes into the package; INIT_CWD is where its caller stands.
  const found = [path.resolve(process.env.INIT_CWD ?? '.', file), path.resolve(file)].find((place) => existsSync(place));
  if (found === undefined) {
    console.error(`There is no file ${file}.`);
    process.exit(2);
  }
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['test/golden/goldenMain.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  const { printGolden } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
  printGolden(found);
}
