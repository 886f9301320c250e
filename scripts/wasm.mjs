// Compiles the JSON kernel (wasm/) to WebAssembly. The build embeds it; tests leave it where code that runs from source looks.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'wasm');
const out = path.join(root, 'out');

/** SIMD is on, and nothing that an engine with SIMD could lack. 16 pages are the 1 MiB that a piece of input needs; scans of lines let it grow. */
const flags = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--initialMemory', '16', '--maximumMemory', '96'];

/** The compiled kernel. Throws with the compiler's own words. */
export async function compileKernel() {
  const { default: asc } = await import('assemblyscript/asc');
  let binary = null;
  const result = await asc.main(['kernel.ts', '--outFile', 'kernel.wasm', ...flags], {
    readFile: (name, base) => {
      const file = path.resolve(folder, base, name);
      return existsSync(file) ? readFileSync(file, 'utf8') : null;
    },
    writeFile: (_name, contents) => {
      binary = contents;
    },
    listFiles: () => [],
  });
  if (result.error || !(binary instanceof Uint8Array)) throw new Error(`The JSON kernel does not compile: ${result.stderr.toString() || result.error}`);
  return binary;
}

/** Where code that runs from source finds the kernel of just these sources; `sourceKernel` of jsonKernel.ts makes the same name. */
function kernelFile() {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(path.join(folder, name)));
  return path.join(out, `jsonKernel-${hash.digest('hex').slice(0, 16)}.wasm`);
}

/** Compiles the kernel into `out/`, unless it is there. Returns the file. */
export async function prepareKernel() {
  const file = kernelFile();
  if (existsSync(file)) return file;
  mkdirSync(out, { recursive: true });
  for (const old of readdirSync(out)) {
    if (/^jsonKernel-\w+\.wasm$/.test(old)) rmSync(path.join(out, old), { force: true });
  }
  const part = `${file}.${process.pid}`;
  writeFileSync(part, await compileKernel());
  renameSync(part, file);
  return file;
}

/** What esbuild has to define so that a bundle carries the kernel in itself, wherever it is run: worker, command line, extension. */
export async function kernelDefine() {
  return { RESTART_LENS_KERNEL: JSON.stringify(readFileSync(await prepareKernel()).toString('base64')) };
}
