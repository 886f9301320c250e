import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readManifest, repository } from '../support/vsix';

function run(script: string, ...options: string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(process.execPath, [path.join('scripts', script), ...options], { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

describe('the commands of a checkout', () => {
  it('print the audit of the sample and end, without an editor', () => {
    const { status, stdout, stderr } = run('start.mjs', '--no-open');
    assert.equal(status, 0, stderr);
    assert.match(stdout, /None of the 103 live comparisons can be certified/);
  });

  it('refuse options that they do not know', () => {
    assert.equal(run('start.mjs', '--nope').status, 2);
    assert.equal(run('build.mjs', '--nope').status, 2);
    assert.equal(run('test.mjs', '--only', 'nope').status, 2);
  });

  it('build without source maps, and the command line as a program', () => {
    assert.equal(run('build.mjs').status, 0);
    assert.deepEqual(readdirSync(path.join(repository, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map')), []);
    if (process.platform !== 'win32') assert.equal(statSync(path.join(repository, 'dist/cli.js')).mode & 0o111, 0o111);
    const { stdout } = spawnSync(process.execPath, ['dist/cli.js', '--version'], { cwd: repository, encoding: 'utf8' });
    assert.ok(stdout.includes(readManifest().version), stdout);
  });
});
