import assert from 'node:assert/strict';
import { deriveTimes } from '../../../src/model/deriveTimes';
import { RUNTIME_FIELDS } from '../../../src/model/plan';
import type { Attempt } from '../../../src/model/attempt';
import type { Problem } from '../../../src/model/problem';
import { viewAttemptsHeading } from '../../../src/views/trees/attemptsHeading';
import { viewAttemptsTree, type AttemptsTreeOptions } from '../../../src/views/trees/attemptsTree';
import { countsSentence, viewHealthTree } from '../../../src/views/trees/healthTree';
import { cutRows, shownWords, treeNode, type TreeNode } from '../../../src/views/trees/treeNode';
import { finalAttempt, makeAttempt } from '../../support/attempts';

const OPTIONS: AttemptsTreeOptions = { axis: 'calls', grouping: 'runtime', sort: 'name', runtimeKey: RUNTIME_FIELDS, filter: '', onlyNotCounted: false };
const rows = (attempts: readonly Attempt[]) => attempts.map((attempt) => ({ attempt, times: deriveTimes(attempt) })).map((row) => ({ ...row, isCounted: row.times.J !== 'unknown' && row.times.J !== 'excluded' }));

/** Rows as text, one line each: depth, glyph, label, description. */
function draw(nodes: readonly TreeNode[], depth = 0): readonly string[] {
  return nodes.flatMap((n) => [`${'  '.repeat(depth)}${n.glyph === 'none' ? '' : `${n.glyph} `}${n.label} | ${n.description}`, ...draw(n.children, depth + 1)]);
}

const ATTEMPTS = [
  finalAttempt('astroid-1196', 'chat_dev', 'resolved', 62, { cost: 0.044 }),
  finalAttempt('astroid-1196', 'lite_dev_noparallel', 'unresolved', 79, { cost: 0.042 }),
  makeAttempt({ task: 'astroid-1196', attempt: 'lite_dev', calls: 92, exitStatus: 'Submitted', cost: 0.061 }),
  finalAttempt('sqlfluff-2419', 'chat_dev', 'unresolved', 250),
  makeAttempt({ task: 'sqlfluff-2419', attempt: 'reasoner', calls: 1, exitStatus: 'Timeout' }),
];

describe('the attempts tree', () => {
  it('groups by runtime and task, and says how each attempt ended and what is not known', () => {
    assert.deepEqual(draw(viewAttemptsTree(rows(ATTEMPTS), OPTIONS)), [
      'luna | 1 of 3 resolved, 1 unknown, 1 excluded',
      '  astroid-1196 | 1 of 2 resolved, 1 unknown',
      '    resolved chat_dev | T 62 · $0.044',
      '    unknown lite_dev | 92 calls · $0.061 · Submitted',
      '    unresolved lite_dev_noparallel | E 79 · $0.042',
      '  sqlfluff-2419 | 0 of 1 resolved, 1 excluded',
      '    unresolved chat_dev | H 250',
      '    excluded reasoner | 1 call · Timeout',
    ]);
  });

  it('groups by task first when asked, and filters by words in any field', () => {
    const filtered = viewAttemptsTree(rows(ATTEMPTS), { ...OPTIONS, grouping: 'task', filter: 'LUNA timeout' });
    assert.deepEqual(draw(filtered), ['sqlfluff-2419 | 1 excluded', '  luna | 1 excluded', '    excluded reasoner | 1 call · Timeout']);
  });

  it('takes words for outcomes whole, so that resolved is not unresolved, and those of names in part', () => {
    const shown = (filter: string) => viewAttemptsTree(rows(ATTEMPTS), { ...OPTIONS, filter }).flatMap((n) => n.children.flatMap((t) => t.children.map((a) => `${t.label} ${a.label}`)));
    assert.deepEqual(shown('resolved'), ['astroid-1196 chat_dev']);
    assert.deepEqual(shown('UNRESOLVED'), ['astroid-1196 lite_dev_noparallel', 'sqlfluff-2419 chat_dev']);
    assert.deepEqual(shown('censored fluff'), ['sqlfluff-2419 chat_dev']);
    assert.deepEqual(shown('nothing-of-this'), []);
  });

  it('shows only the attempts in no count when asked', () => {
    assert.deepEqual(draw(viewAttemptsTree(rows(ATTEMPTS), { ...OPTIONS, onlyNotCounted: true })).filter((line) => line.startsWith('    ')), ['    unknown lite_dev | 92 calls · $0.061 · Submitted', '    excluded reasoner | 1 call · Timeout']);
  });

  it('says beside its title what is filtered, and how to undo a filter that leaves no row', () => {
    const heading = (shown: number, filter: string, onlyNotCounted = false) => viewAttemptsHeading({ attempts: 31, shown, filter, onlyNotCounted });
    assert.deepEqual(heading(31, ''), { description: '31 attempts', message: '' });
    assert.deepEqual(heading(7, '', true), { description: 'not counted: 7 of 31 attempts', message: '' });
    assert.deepEqual(heading(0, 'X'), { description: 'filtered by "X": 0 of 31 attempts', message: '' });
    assert.match(heading(0, '', true).message, /^Every attempt is counted\. .*shows all\.$/);
    assert.match(viewAttemptsHeading({ attempts: 0, shown: 0, filter: 'X', onlyNotCounted: false }).message, /^No traces were found/);
  });

  it('tells runtimes of one model apart by what differs, and merges those that the plan merges', () => {
    const of = (attempt: string, config: string) => finalAttempt('a', attempt, 'resolved', 5, { runtime: { agent: 'mini', config } });
    const two = rows([of('1', 'aaaaaaaa'), of('2', 'bbbbbbbb')]);
    const labels = (attempts: typeof two, runtimeKey = RUNTIME_FIELDS) => viewAttemptsTree(attempts, { ...OPTIONS, runtimeKey }).map((n) => n.label);
    assert.deepEqual(labels(two), ['config aaaaaa · luna', 'config bbbbbb · luna']);
    assert.deepEqual(labels(rows([of('1', 'aaaaaa01'), of('2', 'aaaaaa02')])), ['config aaaaaa01 · luna', 'config aaaaaa02 · luna']);
    assert.deepEqual(draw(viewAttemptsTree(two, { ...OPTIONS, runtimeKey: ['agent', 'model'] })).slice(0, 2), ['luna | 2 of 2 resolved · mini', '  a | 2 of 2 resolved']);
  });

  it('sorts the attempts of a task by length or cost, unknown last', () => {
    const labels = (sort: AttemptsTreeOptions['sort']) => viewAttemptsTree(rows(ATTEMPTS.slice(0, 3)), { ...OPTIONS, sort })[0]?.children[0]?.children.map((n) => n.label);
    assert.deepEqual(labels('length'), ['lite_dev', 'lite_dev_noparallel', 'chat_dev']);
    assert.deepEqual(labels('cost'), ['lite_dev', 'chat_dev', 'lite_dev_noparallel']);
    assert.deepEqual(labels('outcome'), ['chat_dev', 'lite_dev_noparallel', 'lite_dev']);
  });
});

describe('rows of a tree', () => {
  it('show words of a trace as one line that neither acts nor turns the reading direction, and keep line breaks in tooltips', () => {
    const { label, description, tooltip } = shownWords({ label: '\u001b[31ma\n\tb', description: 'gnp\u202etxt\u0000', tooltip: 'one\ntwo\u0007' });
    assert.deepEqual([label, description, tooltip], ['a b', 'gnp\\u202etxt', 'one\ntwo']);
    assert.equal(shownWords({ label: 'a', description: 'b', tooltip: '' }).tooltip, 'a b');
  });

  it('cut long words', () => {
    const { label, tooltip } = shownWords({ label: 'x'.repeat(10_000), description: '', tooltip: 'y'.repeat(10_000) });
    assert.deepEqual([label.length, tooltip.length], [300, 2000]);
  });

  it('end in one that says how many more there are and leads to them', () => {
    const many = Array.from({ length: 1500 }, (_, i) => treeNode({ id: String(i), label: 'row' }));
    const rest = cutRows(many, 200, { id: 'rest', tooltip: 'There.', command: 'restartLens.openAudit' }).at(-1);
    assert.deepEqual([rest?.label, rest?.tooltip, rest?.open], ['1,300 more', 'There.', { kind: 'command', command: 'restartLens.openAudit' }]);
  });
});

describe('the index health tree', () => {
  const file = (name: string, format: 'mini-swe-agent' | null, records: number, unreadable = 0) => ({ file: name, format, records, shown: records - unreadable, folded: 0, unreadable });
  const problem = (name: string, severity: Problem['severity'], byte: number): Problem => ({
    file: name,
    line: 1,
    byte,
    code: 'truncated',
    severity,
    found: 'the end',
    expected: 'a value',
    message: `Cut at byte ${byte}.`,
  });

  it('counts files by format, traces first, and lists problems by file, errors first', () => {
    const tree = viewHealthTree(
      [file('a.json', null, 0), file('b.traj.json', 'mini-swe-agent', 10, 1), file('c.traj.json', 'mini-swe-agent', 5)],
      [problem('x/warn.json', 'warning', 3), problem('x/b.traj.json', 'error', 9), problem('x/b.traj.json', 'warning', 4)],
    );
    assert.deepEqual(draw(tree), [
      'Read | 3 files, by format',
      '  file mini-swe-agent | 2 files',
      '  file not a trace | 1 file',
      'Problems | 3 in 2 files',
      '  error b.traj.json | 2 problems: Cut at byte 9.',
      '    error truncated | Cut at byte 9.',
      '    warning truncated | Cut at byte 4.',
      '  warning warn.json | Cut at byte 3.',
    ]);
  });

  const remark = (name: string, byte: number, message = `2 of ${byte} ids without an attempt, such as "t${byte}".`): Problem => ({ ...problem(name, 'information', byte), code: 'unknown-record', line: byte, message });

  it('gives remarks that say the same in several files one row, with a count and the first places', () => {
    const many = Array.from({ length: 30 }, (_, i) => remark(`run-${i}/preds.json`, i + 1));
    const tree = viewHealthTree([], [...many, problem('run-3/preds.json', 'error', 9), remark('other.json', 5, 'Nothing of the kind.')]);
    const rows = draw(tree);
    assert.deepEqual(rows.slice(1, 6), [
      'Problems | 32 in 31 files',
      '  error preds.json | Cut at byte 9.',
      '  information other.json | Nothing of the kind.',
      '  information unknown-record | in 30 files: 2 of 1 ids without an attempt, such as "t1".',
      '    information preds.json | 2 of 1 ids without an attempt, such as "t1".',
    ]);
    assert.equal(rows.length, 1 + 4 + 20 + 1);
    assert.match(rows.at(-1) ?? '', /10 more/);
    const row = tree[1]?.children[2];
    assert.equal(row?.tooltip, ['2 of 1 ids without an attempt, such as "t1".', 'run-0/preds.json, line 1, byte 1', 'run-1/preds.json, line 2, byte 2', 'run-2/preds.json, line 3, byte 3', 'and 27 more'].join('\n'));
  });

  it('gives problems that say the same in one file one row, whatever their severity, and mixes no severities', () => {
    const tree = viewHealthTree([], [problem('a', 'warning', 1), problem('a', 'warning', 2), problem('a', 'error', 3)]);
    assert.deepEqual(draw(tree).slice(1), [
      'Problems | 3 in 1 file',
      '  error a | 3 problems: Cut at byte 3.',
      '    error truncated | Cut at byte 3.',
      '    warning truncated | 2 times: Cut at byte 1.',
      '      warning line 1, byte 1 | Cut at byte 1.',
      '      warning line 1, byte 2 | Cut at byte 2.',
    ]);
  });

  it('has ids of its own for every row', () => {
    const ids: string[] = [];
    const visit = (nodes: readonly TreeNode[]): void => nodes.forEach((node) => (ids.push(node.id), visit(node.children)));
    visit(viewHealthTree([], [remark('a', 1), remark('b', 1), remark('a', 2), problem('a', 'error', 1), problem('a', 'error', 2), problem('b', 'error', 2), { ...problem('c', 'error', 2), byte: null }, { ...problem('c', 'error', 2), byte: null, message: 'Another.' }]));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('states the three counts, which add up to what was read', () => {
    assert.equal(countsSentence([file('a', null, 1200, 2), file('b', null, 3)]), '1,203 read = 1,201 shown + 0 folded + 2 unreadable');
  });
});
