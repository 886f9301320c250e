import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import { gzipSync } from 'node:zlib';
import { buildIndex } from '../../../src/index/buildIndex';
import { readStepText } from '../../../src/index/readStepText';
import type { TraceIndex } from '../../../src/index/traceIndex';
import { readFixture } from '../../support/fixtures';
import { miniTrace } from '../../support/miniTrace';
import { trajText } from '../../support/sweAgentText';
import { makeFolder, removeFolders } from '../../support/tempFolder';
import { makeZip, makeZstd } from '../../support/zipText';

const steps = [{ command: 'ls', output: 'a.py' }, { command: 'pytest', output: '1 failed', exitCode: 1 }, { command: 'echo "ü"', output: 'ü' }];

/** Two runs of two agents with a report, as a folder. */
function runFiles(): Record<string, string | Uint8Array> {
  const harbor = readFixture('harbor', 'job');
  return {
    'night/acme__widget-1/acme__widget-1.traj.json': JSON.stringify(miniTrace({ task: 'acme__widget-1', steps })),
    'night/preds.json': JSON.stringify({ 'acme__widget-1': { instance_id: 'acme__widget-1', model_name_or_path: 'acme/small-1', model_patch: 'x' } }),
    'day/acme__widget-2/acme__widget-2.traj': trajText({ actions: ['open a.py', 'submit'] }),
    'day/acme__widget-2/report.json': JSON.stringify({ 'acme__widget-2': { resolved: true } }),
    ...Object.fromEntries(Object.entries(harbor).map(([name, bytes]) => [`jobs/${name}`, bytes])),
  };
}

/** What an index says of its attempts and their texts; names of files through `rename`, and without what is made of them. */
async function describeIndex(root: string, rename: (file: string) => string = (file) => file): Promise<unknown> {
  const index = await buildIndex({ roots: [root] });
  const attempts = await Promise.all(
    Array.from({ length: index.attemptCount }, async (_, row) => {
      // The id is made of the file's name.
      const { file, outcomeFile, ...facts } = { ...index.attempt(row), id: null };
      const texts = await Promise.all(index.steps(row).map((step) => readStepText(index, row, step)));
      const places = index.steps(row).map(({ action, observation }) => [action, observation].map((range) => range && [rename(range.file), range.start, range.end]));
      return { file: rename(file), outcomeFile: outcomeFile && rename(outcomeFile), ...facts, texts, places };
    }),
  );
  return { attempts, problems: index.problems.map((problem) => ({ ...problem, file: rename(problem.file) })) };
}

function filesOf(index: TraceIndex): Record<string, string | null> {
  return Object.fromEntries(index.files.map(({ file, format }) => [file, format]));
}

describe('archives and compressed files in an index', () => {
  after(removeFolders);

  it('zipped run folders say what the folders say', async () => {
    const files = runFiles();
    const plain = await describeIndex(makeFolder(files));
    assert.ok(plain !== null && typeof plain === 'object' && 'attempts' in plain && Array.isArray(plain.attempts) && plain.attempts.length >= 3);
    const members = Object.entries(files).map(([name, content], i) => ({ name, content, method: i % 2 === 0 ? 8 : 0 }));
    const zipped = await describeIndex(makeFolder({ 'x.zip': makeZip(members) }), (file) => file.replace(/^x\.zip!\//, ''));
    assert.deepEqual(zipped, plain);
  });

  it('compressed files say what they hold, under their own names', async () => {
    const files = runFiles();
    const plain = await describeIndex(makeFolder(files));
    const pack = (ending: string, packed: (content: string | Uint8Array) => Uint8Array): string =>
      makeFolder(Object.fromEntries(Object.entries(files).map(([name, content]) => [`${name}${ending}`, packed(content)])));
    const unpacked = (file: string): string => file.replace(/\.(gz|zst)$/, '');
    assert.deepEqual(await describeIndex(pack('.gz', (content) => gzipSync(content)), unpacked), plain);
    assert.deepEqual(await describeIndex(pack('.zst', (content) => makeZstd(content)), unpacked), plain);
  });

  it('archives in archives are entered, and compressed members are read', async () => {
    const inner = makeZip([{ name: 'in/acme__widget-1.traj.json.gz', content: gzipSync(JSON.stringify(miniTrace({ task: 'acme__widget-1', steps }))) }]);
    const root = makeFolder({ 'x.zip': makeZip([{ name: 'more/inner.zip', content: inner }, { name: 'notes.md', content: 'no' }]) });
    const index = await buildIndex({ roots: [root] });
    assert.deepEqual(filesOf(index), { 'x.zip': null, 'x.zip!/more/inner.zip': null, 'x.zip!/more/inner.zip!/in/acme__widget-1.traj.json.gz': 'mini-swe-agent' });
    const [step] = index.steps(0);
    assert.ok(step);
    assert.deepEqual((await readStepText(index, 0, step)).calls, [{ tool: 'bash', text: 'ls' }]);
  });

  it('the plain file and its compressed copy are two files of one attempt', async () => {
    const text = trajText({ actions: ['ls', 'submit'] });
    const index = await buildIndex({ roots: [makeFolder({ 'run/a__b-1/a__b-1.traj': text, 'run/a__b-1/a__b-1.traj.gz': gzipSync(text) })] });
    assert.equal(index.attemptCount, 1);
    assert.deepEqual(filesOf(index), { 'run/a__b-1/a__b-1.traj': 'swe-agent', 'run/a__b-1/a__b-1.traj.gz': 'swe-agent' });
  });

  it('what cannot be had is said: cut, damaged, encrypted, behind a link', async () => {
    const text = JSON.stringify(miniTrace({ task: 'acme__widget-1', steps: Array.from({ length: 40 }, (_, i) => ({ command: `echo ${i * 7919}`, output: `${(i * 104729) % 65537}` })) }));
    const outside = makeFolder({ 'secret.zip': makeZip([{ name: 'a.traj.json', content: text }]) });
    const root = makeFolder({
      'cut.traj.json.gz': gzipSync(text).subarray(0, 1200),
      'garbage.json.gz': Buffer.concat([gzipSync('{}').subarray(0, 10), Buffer.alloc(50, 0xff)]),
      'locked.zip': makeZip([{ name: 'a.traj.json', content: text, flags: 1 }, { name: 'b.traj.json', content: text }]),
      'cut.zip': makeZip([{ name: 'a.traj.json', content: text }, { name: 'b.traj.json', content: text }]).subarray(0, 3000),
      'slip.zip': makeZip([{ name: '../../a.traj.json', content: text }]),
    });
    symlinkSync(path.join(outside, 'secret.zip'), path.join(root, 'link.zip'));
    const index = await buildIndex({ roots: [root] });
    const said = index.problems.map(({ file, code, message }) => `${file} ${code} ${message}`);
    const expect = (pattern: RegExp): void => assert.ok(said.some((line) => pattern.test(line)), `${pattern}\n${said.join('\n')}`);
    expect(/^cut\.traj\.json\.gz truncated The compressed content is cut off/);
    expect(/^garbage\.json\.gz unreadable Nothing of the compressed content/);
    expect(/^locked\.zip unreadable 1 members of this archive are encrypted/);
    expect(/^cut\.zip truncated The directory at the end of the archive is missing/);
    expect(/^slip\.zip bad-value 1 entries have names that lead out/);
    expect(/^link\.zip unreadable/);
    const read = index.files.filter((file) => file.format !== null).map(({ file }) => file);
    assert.deepEqual(read, ['cut.traj.json.gz', 'cut.zip!/a.traj.json', 'cut.zip!/b.traj.json', 'locked.zip!/b.traj.json'].filter((file) => read.includes(file)));
    for (const file of ['cut.traj.json.gz', 'cut.zip!/a.traj.json', 'locked.zip!/b.traj.json']) assert.ok(read.includes(file), `${file} is read`);
  });

  it('members that patterns exclude are left out, and a real folder of the archive’s name goes first', async () => {
    const trace = JSON.stringify(miniTrace({ task: 'acme__widget-1', steps }));
    const members = ['keep/a.traj.json', 'drop/b.traj.json', 'keep/node_modules/c.traj.json'].map((name, i) => ({ name, content: trace.replace('widget-1', `widget-${i}`) }));
    const real = JSON.stringify(miniTrace({ task: 'acme__real-1', steps }));
    const root = makeFolder({ 'x.zip': makeZip(members), 'x.zip!/keep/a.traj.json': real });
    const index = await buildIndex({ roots: [root], excludes: ['drop/'] });
    assert.deepEqual(filesOf(index), { 'x.zip': null, 'x.zip!/keep/a.traj.json': 'mini-swe-agent' });
  });

  it('what is packed and left out is said: entries of one name, members behind a file on disk, files that are not what their name says', async () => {
    const trace = (task: string): string => JSON.stringify(miniTrace({ task, steps }));
    const member = { name: 'a.traj.json', content: trace('acme__widget-1') };
    const root = makeFolder({
      'twice.zip': makeZip([member, { ...member, content: trace('acme__widget-2') }]),
      'x.zip': makeZip([member]),
      'x.zip!/a.traj.json': trace('acme__real-1'),
      'program.zip': Buffer.concat([Buffer.from('#!/bin/sh\n'), makeZip([member])]),
      'rows.parquet': Buffer.from('no parquet'),
      'log.eval': Buffer.alloc(0),
      'wide.json': Buffer.from('{"messages": []}', 'utf16le'),
      'wide.jsonl': Buffer.from('{"messages": []}\n', 'utf16le').swap16(),
    });
    const index = await buildIndex({ roots: [root] });
    assert.deepEqual(
      index.problems.map(({ file, code }) => `${file} ${code}`),
      ['log.eval bad-value', 'program.zip bad-value', 'rows.parquet bad-value', 'twice.zip duplicate', 'wide.json bad-encoding', 'wide.jsonl bad-encoding', 'x.zip!/a.traj.json conflict'],
    );
  });
});
