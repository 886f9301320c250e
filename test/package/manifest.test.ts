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
    assert.deepEqual(manifest.activationEvents.filter((event) => event === '*' || /^onLanguage:json/.test(event) || /^workspaceContains:.*\*\*/.test(event) || event === 'onStartupFinished'), []);
  });

  it('offers trajectories of every kind of file that it reads, packed ones too, in the explorer', () => {
    const { contributes } = JSON.parse(text) as { readonly contributes: { readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>> } };
    const when = contributes.menus['explorer/context']?.find(({ command }) => command === 'restartLens.openTrajectory')?.when ?? '';
    const patterns = [...when.matchAll(/(resourceExtname|resourceFilename) =~ \/(.*?)\/(?: |$)/g)].map(([, key, pattern = '']) => ({ key, pattern: new RegExp(pattern) }));
    const isOffered = (name: string): boolean => patterns.some(({ key, pattern }) => pattern.test(key === 'resourceExtname' ? path.posix.extname(name) : name));
    const names = ['a.json', 'a.traj', 'a.traj.json', 'rollout-1.jsonl', 'a.ndjson', 'log.eval', 'rows.parquet', 'rollout-1.jsonl.gz', 'a.traj.json.zst'];
    assert.deepEqual(names.filter((name) => !isOffered(name)), []);
    assert.deepEqual(['a.py', 'a.tar.gz', 'json', 'notes.gz'].filter(isOffered), []);
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
