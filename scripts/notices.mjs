import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The licence texts of the packages that stand in the bundles, as their licences ask. Sorted by name.
 * @param {string} root folder of node_modules' parent
 * @param {Iterable<string>} inputs files that esbuild read, relative to root
 */
export function writeNotices(root, inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (name) packages.add(name[0]);
  }
  const entries = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(path.join(root, folder)).find((entry) => /^(licen[cs]e|copying)(\.|$)/i.test(entry));
    const text = file && existsSync(path.join(root, folder, file)) ? readFileSync(path.join(root, folder, file), 'utf8').trim() : `License: ${license}`;
    return `${name} ${version}\n\n${text}\n`;
  });
  return `Restart Lens includes these packages.\n\n${entries.map((entry) => `${'-'.repeat(80)}\n${entry}`).join('\n')}`;
}
