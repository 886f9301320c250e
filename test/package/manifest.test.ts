import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest, repository } from '../support/vsix';

const text = readFileSync(path.join(repository, 'package.json'), 'utf8');
const manifest = readManifest();

describe('the manifest', () => {
  it('has words for every key that it uses, and uses every key that has words', () => {
    const words = Object.keys(JSON.parse(readFileSync(path.join(repository, 'package.nls.json'), 'utf8')) as object);
    const used = [...text.matchAll(/"%([\w.-]+)%"/g)].map((match) => match[1] ?? '');
    assert.deepEqual([...new Set(used)].sort(), words.sort());
  });

  it('gives every command a title that can be translated, and the category', () => {
    for (const { command, title, category } of manifest.contributes.commands) {
      assert.match(command, /^restartLens\.\w+$/);
      assert.match(title, /^%.*%$/, command);
      assert.equal(category, '%category%', command);
    }
  });

  it('starts the extension for nothing in general', () => {
    assert.deepEqual(manifest.activationEvents.filter((event) => event === '*' || /^workspaceContains:.*\*\*/.test(event) || event === 'onStartupFinished'), []);
  });

  it('asks for the VS Code whose types it is checked against', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });

  it('needs no packages at run time', () => {
    assert.equal('dependencies' in manifest, false);
  });
});

describe('the lock files', () => {
  it('name no download addresses', () => {
    for (const file of ['package-lock.json', 'test/vscode-host/package-lock.json']) assert.doesNotMatch(readFileSync(path.join(repository, file), 'utf8'), /"resolved"/, file);
  });
});
