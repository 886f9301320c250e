import assert from 'node:assert/strict';
import type { DescribeResult, RuntimeCard, TaskPatches, TaskRow } from '../../../../src/model/describeResult';
import { viewPatches } from '../../../../src/views/sections/patches';
import { viewDescribed, viewRuns } from '../../../../src/views/sections/runs';

const NONE = { known: 0, median: null, low: null, high: null, total: null };
const ROW: TaskRow = { task: 'a', runtime: 'luna', cohort: null, n: 5, setAside: 1, solved: 3, T: { known: 3, median: 9, low: 4, high: 20, total: null }, calls: { known: 2, median: 8.5, low: 8, high: 9, total: 17 }, usd: { known: 5, median: 0.5, low: 0.5, high: 0.5, total: 2.5 }, seconds: NONE };
const CARD: RuntimeCard = {
  runtime: 'luna',
  cohort: null,
  tasks: 1,
  attempts: 6,
  setAside: 1,
  fields: [
    { field: 'model', values: [{ value: 'lu\u001b[31mna', attempts: 6 }], unknown: 0 },
    { field: 'limitCalls', values: [{ value: '1000', attempts: 3 }, { value: '30', attempts: 1 }], unknown: 2 },
    { field: 'provider', values: [], unknown: 6 },
  ],
  tools: [{ value: 'bash', attempts: 4 }],
  withSteps: 4,
  started: null,
};

function result(runtimes: readonly RuntimeCard[], tasks: readonly TaskRow[]): DescribeResult {
  return { schema: 'restart-lens/describe@1', axis: 'calls', estimand: 'resolved-at-submission', runtimes, tasks, patches: null, excluded: [] };
}

describe('the section of runs', () => {
  it('states values as they are, as they vary, and as unknown', () => {
    const [card] = viewRuns(result([CARD], [ROW]), { cellOf: null }).tables;
    assert.deepEqual(card?.rows, [
      ['Attempts', '6, 1 of them not counted'],
      ['Tasks', '1'],
      ['Model', 'luna'],
      ['Limit of calls', '1,000 (3), 30 (1), unknown (2)'],
      ['Provider', 'unknown'],
      ['Tools used', 'bash (4), unknown (2)'],
      ['Started', 'unknown'],
    ]);
  });

  it('puts many runtimes in a row each, and what they share in a table of its own', () => {
    const cards = ['a', 'b', 'c', 'd'].map((runtime) => ({ ...CARD, runtime, fields: [{ field: 'model', values: [{ value: runtime, attempts: 6 }], unknown: 0 }, ...CARD.fields.slice(1)] }));
    const [different, shared] = viewRuns(result(cards, []), { cellOf: null }).tables;
    assert.deepEqual(different?.columns.map(({ label }) => label), ['Runtime, cohort', 'Model']);
    assert.deepEqual(different?.rows.map((row) => row[1]), ['a', 'b', 'c', 'd']);
    assert.ok(shared?.rows.some(([field]) => field === 'Limit of calls'));
  });

  it('leads from a task to its cell, leaves out figures that nobody states, and says a range once', () => {
    const { headline, tables } = viewRuns(result([], [ROW, { ...ROW, task: 'b', n: 0, solved: 0, T: NONE, calls: NONE, usd: NONE }]), { cellOf: ({ task }) => `cell of ${task}` });
    assert.equal(headline, '3 of 5 counted attempts at 2 tasks were resolved.');
    assert.deepEqual(tables[0]?.columns.map(({ label }) => label), ['Task', 'Solved', 'Not counted', 'T, calls', 'Calls', 'Dollars']);
    assert.deepEqual(tables[0]?.rows, [
      [{ text: 'a', cell: 'cell of a' }, '3 of 5', '1', '9 (4–20)', '8.5 (8–9)', '$0.50'],
      [{ text: 'b', cell: 'cell of b' }, '–', '1', '', '', ''],
    ]);
    assert.equal(viewRuns(result([], [{ ...ROW, n: 0, solved: 0 }]), { cellOf: null }).headline, 'None of 1 attempt at 1 task can be counted.');
    const described = viewDescribed(result([], [{ ...ROW, n: 0, solved: 0 }]));
    assert.equal(described.headline, 'What is known without an audit');
    assert.deepEqual(described.tables, viewRuns(result([], [{ ...ROW, n: 0, solved: 0 }]), { cellOf: null }).tables);
  });
});

describe('the section of patches', () => {
  const NO_PATCHES = { tasks: [], withoutTask: 0, successful: 0, judges: [], correlations: [] };
  const TASK: TaskPatches = { task: 'a', attempts: 5, patched: 3, empty: 1, noPatch: 0, notStated: 0, unreadable: 1, unique: [{ hash: 'x', attempts: ['1', '2'], resolved: 1, unresolved: 1, files: 1, hunks: 1, added: 1, removed: 1 }, { hash: 'y', attempts: ['3'], resolved: 0, unresolved: 1, files: 2, hunks: 2, added: 3, removed: 1 }], files: { any: 2, all: 1 }, hunks: { any: 2, shared: 1 }, similarity: { pairs: 1, mean: 0.5, low: 0.5, high: 0.5 } };

  it('counts what is there, what is not, and claims nothing of patches put together', () => {
    const { headline, lead, tables, caveats } = viewPatches({ ...NO_PATCHES, tasks: [TASK] });
    assert.equal(headline, '3 final patches of 5 attempts, 2 of them different.');
    assert.match(lead, /does not say that patches can be put together/);
    assert.deepEqual(tables[0]?.rows, [['a', '5', '3', '1', '2', '1 / 2', '2, 1', '2, 1', '50 %']]);
    assert.deepEqual(caveats.map(({ icon, text }) => [icon, text.slice(0, 31)]), [['warning', '1 submission could not be read:']]);
  });

  it('lists successful patches that touch what judges them, each leading to its attempt, and says what of it was there before', () => {
    const judges = [
      { task: 'a', attempt: 'id1', label: 'run-1', runtime: 'm', cohort: null, files: [{ path: 'tests/a.py', kind: 'tests' as const, change: 'changed' as const }, { path: 'tox.ini', kind: 'test-configuration' as const, change: 'new' as const }] },
      { task: 'a', attempt: 'id2', label: 'run-2', runtime: 'm', cohort: 'c', files: [{ path: 'test_fix.py', kind: 'tests' as const, change: 'new' as const }] },
    ];
    const { caveats, tables } = viewPatches({ ...NO_PATCHES, tasks: [{ ...TASK, unreadable: 0 }], successful: 7, judges, withoutTask: 2 });
    assert.deepEqual(caveats.map(({ icon, text }) => [icon, text.slice(0, 122)]), [
      ['warning', '2 of 7 successful patches touch tests, their configuration, CI or the verifier; 1 changes files that were there, the other'],
      ['info', '2 attempts are of no known task and not here.'],
    ]);
    assert.deepEqual(tables[1]?.rows, [
      ['a', { text: 'run-1', attempt: 'id1' }, 'm', 'tests/a.py', 'tests', 'changed'],
      ['a', { text: 'run-1', attempt: 'id1' }, 'm', 'tox.ini', 'test configuration', 'new'],
      ['a', { text: 'run-2', attempt: 'id2' }, 'm c', 'test_fix.py', 'tests', 'new'],
    ]);
    const onlyNew = viewPatches({ ...NO_PATCHES, tasks: [TASK], successful: 1, judges: judges.slice(1) });
    assert.match(onlyNew.caveats.map(({ icon, text }) => `${icon}: ${text}`).join(' '), /info: 1 of 1 successful patch touches tests, .*; all only add files\./);
  });

  it('says where patches come from when there is none, and what cannot be estimated', () => {
    const none = viewPatches({ ...NO_PATCHES, correlations: [{ runtime: 'm', cohort: 'c', tasks: 1, attempts: 2, solved: 1, correlation: null, views: null, effectiveViews: null, invertedBelow: null }] });
    assert.equal(none.headline, 'No attempt here states a patch.');
    assert.deepEqual(none.tables[0]?.rows, [['m c', '1', '2', '100 %', 'not estimable', '', '', '']]);
    const invertedOf = (invertedBelow: number): string | undefined => viewPatches({ ...NO_PATCHES, correlations: [{ runtime: 'm', cohort: null, tasks: 2, attempts: 4, solved: 2 * invertedBelow - 1, correlation: null, views: null, effectiveViews: null, invertedBelow }] }).tables[0]?.rows[0]?.at(-1)?.toString();
    assert.deepEqual([invertedOf(0.5), invertedOf(0.75)], ['', '75 %'], 'nothing lies above one half and below it');
    const last = none.tables[0]?.columns.at(-1)?.label ?? '';
    assert.ok(last !== '' && none.footnotes.some((note) => note.includes(`\u201c${last}\u201d`)), 'a footnote explains the last column by its title');
  });
});
