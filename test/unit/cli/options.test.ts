import assert from 'node:assert/strict';
import { parseOptions, UsageError } from '../../../src/cli/options';
import type { OptionSpec } from '../../../src/cli/options';

const SPECS: readonly OptionSpec[] = [
  { name: 'json', kind: 'flag', summary: '' },
  { name: 'axis', kind: 'text', summary: '', choices: ['calls', 'usd'] },
  { name: 'alpha', kind: 'number', summary: '' },
  { name: 'seed', kind: 'integer', summary: '' },
  { name: 'times', kind: 'numbers', summary: '' },
  { name: 'runtime-key', kind: 'words', summary: '', choices: ['agent', 'model'] },
  { name: 'exclude', kind: 'texts', value: 'PATTERN', summary: '' },
];

const refuses = (args: readonly string[], message: RegExp): void =>
  assert.throws(
    () => parseOptions(args, SPECS),
    (error: unknown) => error instanceof UsageError && message.test(error.message),
  );

describe('parseOptions', () => {
  it('reads options of every kind beside arguments, in any order', () => {
    const { paths, options } = parseOptions(['a', '--json', '--axis=usd', '--alpha', '.05', 'b', '--seed', '-3', '--times=4, 8,12', '--runtime-key', 'agent,model', '--exclude', 'x', '--exclude=y,z'], SPECS);
    assert.deepEqual(paths, ['a', 'b']);
    assert.deepEqual([options.flag('json'), options.text('axis'), options.number('alpha'), options.number('seed')], [true, 'usd', 0.05, -3]);
    assert.deepEqual([options.numbers('times'), options.texts('runtime-key'), options.texts('exclude')], [[4, 8, 12], ['agent', 'model'], ['x', 'y,z']]);
  });
  it('says what was not given', () => {
    const { options } = parseOptions([], SPECS);
    assert.deepEqual([options.flag('json'), options.text('axis'), options.number('alpha'), options.numbers('times'), options.texts('exclude'), options.has('seed')], [false, null, null, null, null, false]);
  });
  it('takes everything after -- and a lone - for arguments', () => assert.deepEqual(parseOptions(['-', '--', '--json', '-x'], SPECS).paths, ['-', '--json', '-x']));
  it('refuses an unknown option with the nearest known word', () => {
    refuses(['--jsn'], /^Unknown option --jsn\. Did you mean --json\?$/);
    refuses(['--runtimekey=agent'], /^Unknown option --runtimekey\. Did you mean --runtime-key\?$/);
    refuses(['-j'], /^Unknown option -j\./);
    refuses(['--quite-different'], /Known: --json, --axis/);
  });
  it('refuses missing, wrong, needless and repeated values', () => {
    refuses(['--alpha'], /--alpha needs a value/);
    refuses(['--exclude'], /--exclude PATTERN/);
    for (const value of ['x', '', '1x', '0x10', 'Infinity', ' 1']) refuses(['--alpha', value], /needs a number/);
    refuses(['--seed', '1.5'], /whole number/);
    refuses(['--times', '4,x'], /needs a number, not "x"/);
    refuses(['--axis', 'call'], /cannot be "call"\. Did you mean calls\?/);
    refuses(['--runtime-key', 'agent,modle'], /Did you mean model\?/);
    refuses(['--json=yes'], /takes no value/);
    refuses(['--seed', '1', '--seed', '2'], /given twice/);
  });
  it('throws at a command that asks for an option it does not have', () => {
    const { options } = parseOptions([], SPECS);
    assert.throws(() => options.flag('nope'), /no option --nope/);
    assert.throws(() => options.flag('axis'), /is a text/);
  });
});
