import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Attempt } from '../../../../src/model/attempt';
import { deriveTimes } from '../../../../src/model/deriveTimes';
import { runMonitors } from '../../../../src/monitors/runMonitors';
import { MOST_ROWS, NO_SCORE, STEP_KINDS, type TrajectoryView } from '../../../../src/protocol/trajectory';
import { codeLensTitle } from '../../../../src/views/trajectory/codeLens';
import { drawPath, formatScore } from '../../../../src/views/trajectory/score';
import { makeStepLink, readStepLink } from '../../../../src/views/trajectory/stepLink';
import { type StepHoverInput, viewStepHover } from '../../../../src/views/trajectory/viewStepHover';
import { viewRows } from '../../../../src/views/trajectory/viewRows';
import { viewTrajectory } from '../../../../src/views/trajectory/viewTrajectory';
import { plainAttempt } from '../../../support/plainAttempt';
import { makeSteps } from '../../../support/stepText';

const LOOP = 'A=x B=y! C=1 C=1 C=1 C=1 D=2';

function view(facts: Partial<Attempt>, text = LOOP, begun: { readonly read: number; readonly size: number } | null = null): TrajectoryView {
  const attempt = plainAttempt(facts);
  const steps = makeSteps(text);
  return viewTrajectory({
    attempt,
    root: '/traces',
    steps,
    monitors: runMonitors(steps, { callLimit: attempt.limits.calls, outside: [], plan: [] }),
    callResults: [],
    times: deriveTimes(attempt),
    siblings: { index: 1, of: 3 },
    files: [{ file: attempt.file, format: 'mini-swe-agent', records: 16, shown: 14, folded: 2, unreadable: 0 }],
    problems: [],
    subAgents: [],
    startedBy: null,
    canCompare: false,
    hasRaw: true,
    top: 1,
    begun,
  });
}

describe('The trajectory view', () => {
  it('says how the run ended, what it took and where it comes from', () => {
    const shown = view({
      outcome: 'unresolved',
      outcomeFile: 'report.json',
      basis: 'final',
      exitStatus: 'Submitted',
      calls: 73,
      limits: { calls: 250, usd: null, seconds: null },
      cost: 0.04888772,
      tokens: { input: 1_234_567, cached: 0, output: 12_345 },
      seconds: 462,
      attempt: 'chat_dev',
      runtime: { agent: 'mini-swe-agent', agentVersion: '2.2.7', model: 'deepseek/deepseek-chat', provider: null, config: null },
    });
    deepEqual(shown.outcome, { tone: 'bad', word: 'unresolved' });
    deepEqual(shown.facts, ['terminal at call 73, submitted', '73 of 250 calls', '$0.049', '1.2M tokens in, 12k out', '7 min 42 s']);
    deepEqual(shown.provenance, ['mini-swe-agent 2.2.7 · deepseek/deepseek-chat', 'attempt chat_dev, 1 of 3', 'verdict from report.json, basis: final']);
    equal(shown.counts, '16 records read = 14 shown + 2 folded + 0 unreadable');
  });

  it('tells the exit status as written where the end does not say it, and the place only among several', () => {
    const lines = (facts: Partial<Attempt>): string => view(facts).provenance.join('; ');
    match(lines({ outcome: 'unknown', exitStatus: 'submitted', calls: 3 }), /exit status submitted/);
    match(lines({ outcome: 'unresolved', basis: 'final', exitStatus: 'ContextWindowExceededError', calls: 3 }), /exit status ContextWindowExceededError/);
    ok(!lines({ outcome: 'resolved', basis: 'final', exitStatus: 'Submitted', calls: 3 }).includes('exit status'));
    const attempt = plainAttempt({ attempt: 'one' });
    const alone = viewTrajectory({ attempt, root: '/traces', steps: [], monitors: [], callResults: [], times: deriveTimes(attempt), siblings: { index: 1, of: 1 }, files: [], problems: [], subAgents: [], startedBy: null, canCompare: false, hasRaw: false, top: 1, begun: null });
    ok(alone.provenance.includes('attempt one'));
  });

  it('says when the run began, and in which zone', () => {
    const start = (started: string): string | undefined => view({ started }).provenance.at(-1);
    equal(start('2026-04-10T05:22:16.034Z'), 'started 2026-04-10 05:22 UTC');
    equal(start('2026-04-10T05:22:16+02:00'), 'started 2026-04-10 05:22 UTC+02:00');
    equal(start('2026-04-10 05:22:16'), 'started 2026-04-10 05:22 local time');
    equal(start('yesterday'), 'started yesterday');
  });

  it('is one run for its reader, whichever folder was indexed', () => {
    const key = (root: string, file: string): string => {
      const attempt = plainAttempt({ file, locator: '3' });
      return viewTrajectory({ attempt, root, steps: [], monitors: [], callResults: [], times: deriveTimes(attempt), siblings: null, files: [], problems: [], subAgents: [], startedBy: null, canCompare: false, hasRaw: false, top: 1, begun: null }).key;
    };
    equal(key('/traces', 'run/a.jsonl'), '/traces/run/a.jsonl#3');
    equal(key('/traces/run', 'a.jsonl'), '/traces/run/a.jsonl#3');
  });

  it('hangs sub-agents under the step that started them, and says what started a sub-agent', () => {
    const attempt = plainAttempt({ calls: 7 });
    const sub = (id: string, facts: Partial<Attempt>): Attempt => plainAttempt({ id, ...facts });
    const shown = viewTrajectory({
      attempt,
      root: '/traces',
      steps: makeSteps(LOOP),
      monitors: [],
      callResults: [],
      times: deriveTimes(attempt),
      siblings: null,
      files: [],
      problems: [],
      subAgents: [
        { attempt: sub('a', { calls: 14, tokens: { input: 118_000, cached: 0, output: 2_000 } }), step: 1, depth: 1 },
        { attempt: sub('b', { calls: 1, tokens: { input: null, cached: null, output: null } }), step: 1, depth: 2 },
        { attempt: sub('c', { calls: null, tokens: { input: null, cached: null, output: 900 } }), step: null, depth: 1 },
      ],
      startedBy: { attempt: sub('p', { task: null, file: 'p/s1.jsonl', locator: '' }), step: 4 },
      canCompare: false,
      hasRaw: true,
      top: 1,
      begun: null,
    });
    deepEqual(shown.rows.rows.map((step) => [step.agents, step.subAgents.map((agent) => agent.label)]).slice(0, 3), [
      ['', []],
      ['2 sub-agents', ['Sub-agent: 14 calls, 120k tokens', 'Sub-agent of a sub-agent: 1 call']],
      ['', []],
    ]);
    deepEqual(shown.related, [
      { attemptId: 'p', label: 'Started by step 5 of s1.jsonl', step: 5 },
      { attemptId: 'c', label: 'Sub-agent: calls not known, 900 tokens', step: null },
    ]);
  });

  it('tells the endings apart', () => {
    const end = (facts: Partial<Attempt>): string => `${view(facts).outcome.word}: ${view(facts).facts[0] ?? ''}`;
    const limits = { calls: 30, usd: null, seconds: null };
    equal(end({ outcome: 'unresolved', basis: 'final', calls: 30, limits, exitStatus: 'LimitsExceeded' }), 'unresolved: censored at call 30, the limit');
    equal(end({ outcome: 'resolved', basis: 'final', calls: 20 }), 'resolved: resolved at its submission, call 20');
    equal(end({ outcome: 'resolved', basis: 'declared', calls: 20, declared: { T: 12, E: null, H: 30 } }), 'resolved: verified at call 12');
    equal(end({ noResult: true }), 'excluded: no result was written');
    equal(end({ outcome: 'unknown', calls: 3 }), 'no verdict: 3 calls');
  });

  it('counts steps, windows and alarms from 1', () => {
    const shown = view({});
    deepEqual(shown.rows.rows.map((step) => step.number), [1, 2, 3, 4, 5, 6, 7]);
    deepEqual(shown.windows, [{ from: 3, to: 6, monitor: 'repeated-action', reason: 'same command, 4 times, same output' }]);
    equal(shown.monitors.find((monitor) => monitor.name === 'repeated-action')?.alarm, 6);
    deepEqual(shown.rows.rows.slice(0, 2).map((step) => [step.exit, step.failed]), [['exit 0', false], ['exit 1', true]]);
  });

  it('shows first the monitor that has something to say, never the step count', () => {
    equal(view({}).monitor, 'repeated-action');
    equal(view({}, 'A=1! B=2! C=3! D=4! E=5').monitor, 'error-streak');
    equal(view({ limits: { calls: 5, usd: null, seconds: null } }, 'A=1 B=2 C=3 D=4 E=5').monitor, 'repeated-action');
  });

  it('says each chart as a sentence', () => {
    const sentences = view({}).monitors.map((monitor) => monitor.sentence);
    equal(sentences[0], 'Repeated action over 7 steps: highest 0.75 at step 6; alarm at step 6, threshold 0.75; 1 failure window: 3–6 same command, 4 times, same output.');
    equal(sentences[1], 'Error streak over 7 steps: highest 0.20 at step 2; threshold 0.80 not reached; no failure window.');
  });

  it('tells kind, failure and scores of all steps at once, and the words of those around the place', () => {
    const steps = makeSteps(Array.from({ length: 1000 }, (_, i) => (i % 5 === 2 ? `search:a${i}=o!` : `edit:a${i}=o`)).join(' '));
    const monitors = runMonitors(steps, { callLimit: null, outside: [{ monitor: 'mine', step: 4, score: 0.25, threshold: null }], plan: [] });
    const attempt = plainAttempt({});
    const input = { attempt, root: '/traces', steps, monitors, callResults: [], times: deriveTimes(attempt), siblings: null, files: [], problems: [], subAgents: [], startedBy: null, canCompare: false, hasRaw: true, begun: null };
    const shown = viewTrajectory({ ...input, top: 500 });
    deepEqual([...shown.steps.kinds.slice(0, 4)].map((kind) => STEP_KINDS[kind]), ['edit', 'edit', 'search', 'edit']);
    deepEqual([...shown.steps.failed.slice(0, 4)], [0, 0, 1, 0]);
    const mine = shown.monitors.findIndex((monitor) => monitor.name === 'mine');
    deepEqual([...(shown.monitors[mine]?.scores.slice(3, 6) ?? [])], [NO_SCORE, 0.25, NO_SCORE]);
    deepEqual([shown.rows.from, shown.rows.rows.length, shown.rows.rows[0]?.number], [400, 400, 400]);
    deepEqual(viewRows(input, 4, 6).rows.map((row) => [row.number, row.scores[mine]]), [[4, ''], [5, '0.25'], [6, '']]);
    deepEqual([viewRows(input, 999, 5000).rows.length, viewRows(input, -5, 1e9).rows.length, viewRows(input, 1001, 1002).rows.length], [2, MOST_ROWS, 0]);
  });

  it('says how much has been read of a run that is being read, and neither its end nor its counts', () => {
    const begun = (read: number): TrajectoryView => view({ outcome: 'unresolved', calls: 7, cost: 2 }, LOOP, { read, size: 1_000_000_000 });
    equal(begun(8_400_000).reading, '7 steps so far: 8.4 MB of 1 GB of the file have been read, the rest is being read.');
    equal(begun(1_000_000_000).reading, '7 steps so far. The files around are being read: the verdict may stand there.');
    deepEqual([begun(1).outcome.word, begun(1).facts, begun(1).counts, begun(1).problems], ['being read', [], '', []]);
    equal(view({}).reading, '');
  });

  it('says what is known when there are no steps', () => {
    const shown = view({ outcome: 'unresolved', basis: 'final', calls: 12, exitStatus: 'Submitted' }, '');
    match(shown.empty ?? '', /^Only a result is known: unresolved, terminal at call 12, submitted\./);
  });

  it('cleans what comes from the trace', () => {
    const shown = view({ task: 'evil\u202etask\u001b[31m', attempt: 'a\nb' });
    equal(shown.title, 'evil\\u202etask');
    ok(shown.provenance.includes('attempt a b, 1 of 3'));
  });
});

describe('Scores as words', () => {
  it('never read as 0 or 1 when they are not', () => {
    deepEqual([0, 0.001, 0.42, 0.999, 1].map(formatScore), ['0.00', '<0.01', '0.42', '>0.99', '1.00']);
  });

  it('draw a path that keeps its peaks', () => {
    equal(drawPath([0, 0.5, 1, null], 10), '▁▅█ ');
    equal(drawPath([...Array.from({ length: 99 }, () => 0), 1, ...Array.from({ length: 100 }, () => 0)], 10), '▁▁▁▁█▁▁▁▁▁');
  });
});

describe('The hover of a step', () => {
  const steps = makeSteps(LOOP);
  const input: StepHoverInput = {
    attemptId: 'a1',
    steps,
    index: 4,
    monitors: runMonitors(steps, { callLimit: 10, outside: [], plan: [] }),
    cell: { t: 5, budget: 30, n: 3, nLive: 2, xContinue: 1, xRestart: 0 },
    next: { t: 8, budget: 30, status: 'live', n: 3, nLive: 2, xContinue: 1, xRestart: 1, verdict: 'abstain' },
    blind: false,
  };

  it('names the step, its window, what the monitor saw and every score, those of 0 in a line', () => {
    const hover = viewStepHover(input);
    equal(hover?.title, 'Step 5 · call 5 · run · exit 0');
    deepEqual(hover?.windows, ['failure window 3–6: same command, 4 times, same output']);
    deepEqual(hover?.monitors.map((monitor) => `${monitor.label} ${monitor.score} of ${monitor.threshold} ${monitor.path}`), [
      'repeated action 0.50 of 0.75 ▁▁▁▃▅',
      'step count 0.50 of 0.75 ▁▂▃▄▅',
    ]);
    equal(hover?.quiet, 'error streak, malformed calls at 0.00');
    equal(viewStepHover({ ...input, index: 0 })?.quiet, 'repeated action, error streak, malformed calls at 0.00');
    deepEqual(hover?.saw, { label: 'What repeated action saw', steps: [3, 4, 5].map((number) => ({ number, title: 'C', exit: 'exit 0', failed: false })) });
  });

  it('counts the cell at exactly this call, without a verdict, and names the next decision', () => {
    const hover = viewStepHover(input);
    equal(hover?.cell, '2 of 3 attempts live at call 5. Continued and solved: 1 of 2. Restarted and solved within 25 calls: 0 of 3. No verdict here: this time was not planned.');
    equal(hover?.next, 'Next decision time is 8, of B = 30: continue 1/2, restart 1/3, abstain.');
  });

  it('does not deny the verdict of a time that was planned', () => {
    const hover = viewStepHover({ ...input, next: { t: 5, budget: 30, status: 'live', n: 3, nLive: 2, xContinue: 1, xRestart: 0, verdict: 'abstain' } });
    ok(!hover?.cell.includes('not planned'));
    match(hover?.next ?? '', /^Decision at call 5, of B = 30:/);
  });

  it('says when nothing is left to decide, nobody is live, or it is not known', () => {
    const cell = (part: Partial<NonNullable<StepHoverInput['cell']>>): string => viewStepHover({ ...input, next: null, cell: { t: 5, budget: 30, n: 3, nLive: 2, xContinue: 1, xRestart: 0, ...part } })?.cell ?? '';
    equal(cell({ n: 0, nLive: 0 }), 'No attempt of this cell counts.');
    equal(cell({ t: 30 }), 'Call 30 is not before B = 30: there is nothing left to decide.');
    equal(cell({ nLive: 0, xContinue: 0 }), 'None of 3 attempts is live at call 5.');
    equal(cell({ nLive: null, xContinue: null }), 'At call 5 it is not known how many of 3 attempts are live.');
  });

  it('shows in blind mode nothing that was not known at the step', () => {
    const blind = viewStepHover({ ...input, blind: true });
    deepEqual(blind?.windows, ['failure window since step 3, 3 steps of it so far']);
    deepEqual([blind?.cell, blind?.next], ['', '']);
    // The same run cut off behind the step gives the same hover.
    const known = steps.slice(0, 5);
    const cut = viewStepHover({ ...input, steps: known, monitors: runMonitors(known, { callLimit: 10, outside: [], plan: [] }), blind: true });
    deepEqual({ ...blind, windows: cut?.windows }, cut);
  });

  it('is null for a step that is not there', () => {
    equal(viewStepHover({ ...input, index: 99 }), null);
  });
});

describe('The CodeLens of a step', () => {
  it('names the telling monitor and the alarm', () => {
    const steps = makeSteps(LOOP);
    const monitors = runMonitors(steps, { callLimit: null, outside: [], plan: [] });
    deepEqual(steps.map((step) => codeLensTitle(step, monitors)), [
      'Step 1 · run · exit 0 · Show step',
      'Step 2 · run · exit 1 · error streak 0.20 · Show step',
      'Step 3 · run · exit 0 · Show step',
      'Step 4 · run · exit 0 · repeated action 0.25 · Show step',
      'Step 5 · run · exit 0 · repeated action 0.50 · Show step',
      'Step 6 · run · exit 0 · repeated action 0.75 · alarm · Show step',
      'Step 7 · run · exit 0 · repeated action 0.75 · Show step',
    ]);
  });
});

describe('A link to a step', () => {
  it('is read as it was made', () => {
    const link = new URL(makeStepLink('vscode://restart-lens.restart-lens', { attemptId: 'a/b&c=d é', step: 16 }));
    deepEqual(readStepLink(link.pathname, link.search.slice(1)), { attemptId: 'a/b&c=d é', step: 16 });
  });

  it('is refused when it is none', () => {
    for (const query of ['', 'attempt=a', 'attempt=a&step=0', 'attempt=a&step=-1', 'attempt=&step=1', 'attempt=%zz&step=1', 'attempt=a&step=1e3']) equal(readStepLink('/step', query), null);
    equal(readStepLink('/other', 'attempt=a&step=1'), null);
  });
});
