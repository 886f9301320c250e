import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const repository = path.resolve(import.meta.dirname, '../../..');

describe('npm start, looking for an installed VS Code', () => {
  let folder: string;
  beforeEach(function () {
    // The programs below are shell scripts found on PATH, and the display is Linux's.
    if (process.platform !== 'linux') this.skip();
    folder = mkdtempSync(path.join(os.tmpdir(), 'restart-lens-open-'));
  });
  afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

  /** Puts a program on PATH that says its version and notes how it was called. */
  function addProgram(name: string, version: string, exitCode = 0): void {
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; exit 0; fi\necho "${name} $*" >> ${folder}/calls\nexit ${exitCode}\n`;
    writeFileSync(path.join(folder, name), script, { mode: 0o755 });
  }

  function open(): { readonly words: string; readonly calls: string } {
    const script = `import(${JSON.stringify(pathToFileURL(path.join(repository, 'scripts/open.mjs')).href)}).then((it) => it.openInVSCode({ root: ${JSON.stringify(repository)}, folder: '/runs', browserOnly: false }))`;
    const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: { ...process.env, VSCODE_IPC_HOOK_CLI: '', PATH: `${folder}:${process.env.PATH}`, DISPLAY: ':9', XDG_CACHE_HOME: folder } });
    return { words: stdout, calls: readFileSync(path.join(folder, 'calls'), 'utf8') };
  }

  it('opens the folder in it with the extension from this checkout', () => {
    addProgram('code', '1.105.1');
    const { words, calls } = open();
    assert.match(words, /Opened \/runs in .*\/code\./);
    assert.ok(calls.includes(`--extensionDevelopmentPath=${repository}`), calls);
    assert.match(calls, / \/runs\n$/);
    if (process.getuid?.() === 0) assert.match(calls, /--no-sandbox --user-data-dir /);
  });

  it('says when one is too old or does not start, and takes the next', () => {
    addProgram('code', '1.99.3');
    addProgram('code-insiders', '1.110.0', 3);
    addProgram('codium', '1.101.0');
    const { words, calls } = open();
    assert.match(words, /code is VS Code 1\.99\.3; Restart Lens needs 1\.101\.0\./);
    assert.match(words, /code-insiders could not be started: it ended with 3/);
    assert.match(words, /Opened \/runs in .*\/codium\./);
    assert.doesNotMatch(calls, /^code --new-window/m);
  });
});
