import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePackage, readManifest, repository } from '../support/vsix';
import { readZipEntries, type ZipEntry } from '../support/zipEntries';

const LIMIT = 1.5 * 1024 * 1024;

describe('the package', () => {
  let file: string;
  let entries: ZipEntry[];
  let names: Set<string>;

  before(function () {
    this.timeout(120_000);
    file = makePackage();
    entries = readZipEntries(file);
    names = new Set(entries.map((entry) => entry.name));
  });

  it('is at most 1.5 MB', () => {
    const largest = [...entries].sort((a, b) => b.packed - a.packed).slice(0, 5);
    assert.ok(statSync(file).size <= LIMIT, `${statSync(file).size} bytes; largest: ${largest.map((entry) => `${entry.name} ${entry.packed}`).join(', ')}`);
  });

  it('holds no tests, sources, native modules or source maps', () => {
    const refused = /(^extension\/(test|src|webview|scripts|node_modules|out|\.ci|\.vscode)\/)|\.(tsx?|map|node)$/;
    assert.deepEqual([...names].filter((name) => refused.test(name)), []);
  });

  it('holds everything that was built', () => {
    const built = readdirSync(path.join(repository, 'dist'), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.(m?js|css)$/.test(name));
    assert.ok(built.includes('extension.mjs'));
    assert.deepEqual(built.filter((name) => !names.has(`extension/dist/${name}`)), []);
  });

  it('holds pieces that load where they are needed', () => {
    const folder = path.join(repository, 'dist');
    const needs = (name: string, seen: Set<string>): boolean => {
      if (seen.has(name)) return false;
      seen.add(name);
      const text = readFileSync(path.join(folder, name), 'utf8');
      return /from"vscode"/.test(text) || [...text.matchAll(/(?:from|import)"(\.\.?\/[^"]+)"/g)].some(([, other]) => other !== undefined && needs(path.join(path.dirname(name), other), seen));
    };
    const all = ['extension', 'program'].flatMap((part) => readdirSync(path.join(folder, part)).map((name) => path.join(part, name)));
    const pieces = [...all, 'indexWorker.mjs'].filter((name) => !needs(name, new Set()));
    for (const part of ['extension', 'program']) assert.ok(pieces.some((name) => name.startsWith(path.join(part, 'readers-'))), pieces.join(', '));
    const program = `for (const piece of ${JSON.stringify(pieces.map((name) => pathToFileURL(path.join(folder, name)).href))}) await import(piece);`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    assert.equal(status, 0, stderr.slice(0, 2000));
  });

  it('carries the compiled JSON kernel in every bundle that reads traces', () => {
    for (const folder of ['extension', 'program']) {
      const pieces = readdirSync(path.join(repository, 'dist', folder)).map((name) => readFileSync(path.join(repository, 'dist', folder, name), 'utf8'));
      // The first bytes of a WebAssembly module in base 64: `\0asm`, version 1.
      assert.match(pieces.join('\n'), /AGFzbQEAAAA/, folder);
    }
  });

  it('holds the README, the licence, the notices and the translations of the manifest', () => {
    for (const name of ['readme.md', 'LICENSE.txt', 'changelog.md', 'package.nls.json', 'dist/NOTICES.txt']) assert.ok(names.has(`extension/${name}`), name);
  });

  it('holds every file that the manifest names', () => {
    const named = filesIn(readManifest());
    assert.ok(named.includes('dist/extension.mjs'), named.join(', '));
    assert.deepEqual(named.filter((name) => !names.has(`extension/${name}`)), []);
  });

  it('holds the pictures and the sample whole', () => {
    for (const folder of ['media', 'sample']) {
      const files = readdirSync(path.join(repository, folder), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const wanted = files.map((entry) => path.relative(repository, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
      assert.deepEqual(wanted.filter((name) => !names.has(`extension/${name}`)), []);
    }
  });
});

/** Every string of the manifest that is a path: one that starts with "./", or names a file of the repository. Scripts are not looked at. */
function filesIn(manifest: object): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const isFile = /^[\w./-]+$/.test(value) && /\.\w+$/.test(value) && existsSync(path.join(repository, value)) && statSync(path.join(repository, value)).isFile();
      // A pattern such as "restart-lens.jsonc" names files of other folders.
      if (value.startsWith('./') || (isFile && value.includes('/'))) found.push(path.posix.normalize(value));
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit({ ...manifest, scripts: null });
  return found;
}
