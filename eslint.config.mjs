import { builtinModules } from 'node:module';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { layers, webview } from './layers.mjs';

const here = import.meta.dirname;
const allPackages = [...new Set([...Object.values(layers).flatMap((l) => l.packages ?? []), ...webview.packages])];
const nodeModules = builtinModules.flatMap((m) => [m, `node:${m}`]);

/** Refuses packages, and Node's modules, that the folder may not use. */
function packageRule(owned, node) {
  const refused = allPackages.filter((p) => !owned.includes(p));
  return [
    'error',
    {
      paths: node ? [] : nodeModules,
      patterns: [{ group: refused.flatMap((p) => [p, `${p}/*`]), message: 'This folder may not use that package (layers.mjs).' }],
    },
  ];
}

const zones = Object.entries(layers).map(([folder, { uses }]) => ({
  target: path.join(here, 'src', folder),
  from: path.join(here, 'src'),
  except: [folder, ...uses].map((f) => `./${f}`),
  message: `src/${folder} may import only: ${[folder, ...uses].join(', ')} (layers.mjs).`,
}));
zones.push({
  target: path.join(here, 'webview'),
  from: path.join(here, 'src'),
  except: webview.uses.map((f) => `./${f}`),
  message: `webview may import only: ${webview.uses.join(', ')} of src (layers.mjs).`,
});
// Formats never import each other: what two of them need belongs to formats/shared, and archives to formats/containers.
for (const entry of readdirSync(path.join(here, 'src/formats'), { withFileTypes: true })) {
  if (!entry.isDirectory() || entry.name === 'shared') continue;
  zones.push({
    target: path.join(here, 'src/formats', entry.name),
    from: path.join(here, 'src/formats'),
    except: [...new Set([`./${entry.name}`, './shared', './containers', './contract.ts'])],
    message: 'Formats never import each other; share through src/formats/shared.',
  });
}

export default tseslint.config(
  // wasm/ is AssemblyScript: it has decorators on functions, which no TypeScript parser takes, and its own compiler.
  { ignores: ['dist', 'out', 'wasm', 'node_modules', '**/node_modules', 'test/fixtures', '.vscode-test'] },
  ...tseslint.configs.recommended,
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: ['tsconfig.json', 'webview/tsconfig.json'], noWarnOnMultipleProjects: true })] },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 450, skipBlankLines: true, skipComments: true }],
    },
  },
  ...Object.entries(layers).map(([folder, l]) => ({
    files: [`src/${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': packageRule(l.packages ?? [], l.node ?? false) },
  })),
  {
    // A call takes some 100,000 arguments at most, and data may be longer.
    files: ['src/**/*.ts', 'webview/**/*.ts', 'webview/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name=/^(push|unshift|splice|concat|max|min)$/] > SpreadElement',
          message: 'A list of any length makes a call with too many arguments: use largest, smallest or pushAll of base/extent.',
        },
      ],
    },
  },
  { files: ['webview/**/*.ts', 'webview/**/*.tsx'], rules: { 'no-restricted-imports': packageRule(webview.packages, false) } },
  {
    // A folder that is not in the table is refused.
    files: ['src/**/*.ts'],
    ignores: Object.keys(layers).map((f) => `src/${f}/**`),
    rules: { 'no-restricted-syntax': ['error', { selector: 'Program', message: 'Add this folder to layers.mjs.' }] },
  },
);
