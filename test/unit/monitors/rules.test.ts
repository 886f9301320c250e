import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { MonitorRun } from '../../../src/model/monitors';
import { type MonitorInput, runMonitors } from '../../../src/monitors/runMonitors';
import { makeSteps } from '../../support/stepText';

const NOTHING: MonitorInput = { callLimit: null, outside: [], plan: [] };

function runOf(name: string, text: string, input: Partial<MonitorInput> = {}): MonitorRun {
  const run = runMonitors(makeSteps(text), { ...NOTHING, ...input }).find((monitor) => monitor.name === name);
  ok(run, `no monitor ${name}`);
  return run;
}

/** Checks scores (two digits, "-" for none), alarm and windows ("from..to reason") of one monitor; steps from 0. */
function check(name: string, text: string, expected: { scores: string; alarm: number | null; windows: string[] }, input: Partial<MonitorInput> = {}): void {
  const run = runOf(name, text, input);
  equal(run.scores.map((score) => (score === null ? '-' : score.toFixed(2))).join(' '), expected.scores);
  equal(run.alarm, expected.alarm);
  deepEqual(run.windows.map((window) => `${window.from}..${window.to} ${window.reason}`), expected.windows);
}

describe('The repeated-action monitor', () => {
  it('counts a repeat with the same output as 1 of 4', () => {
    check('repeated-action', 'A=x A=x A=x A=x A=x', { scores: '0.00 0.25 0.50 0.75 1.00', alarm: 3, windows: ['0..4 same command, 5 times, same output'] });
  });

  it('counts a repeat with another output half, and says so', () => {
    check('repeated-action', 'A=p A=q A=r A=s A=t', { scores: '0.00 0.13 0.25 0.38 0.50', alarm: null, windows: ['0..4 same command, 5 times, other output each time'] });
  });

  it('knows an output again that came before the last one', () => {
    check('repeated-action', 'A=x A=y A=x A=y', { scores: '0.00 0.13 0.38 0.63', alarm: null, windows: ['0..3 same command, 4 times, 2 with the same output'] });
  });

  it('takes an unknown output for another one, never for the same', () => {
    check('repeated-action', 'A A A', { scores: '0.00 0.13 0.25', alarm: null, windows: [] });
  });

  it('looks through steps that lie between, and names a shared exit code', () => {
    check('repeated-action', 'A=x! B=1 A=x! C=2 A=x!', { scores: '0.00 0.00 0.25 0.25 0.50', alarm: null, windows: ['0..4 same command, exit 1, 3 times, same output'] });
  });

  it('starts again when what was repeated works at last', () => {
    check('repeated-action', 'A=p! A=q! A=r! A=s! A=t! A=ok A=ok', { scores: '0.00 0.13 0.25 0.38 0.50 0.00 0.25', alarm: null, windows: ['0..4 same command, exit 1, 5 times, other output each time'] });
  });

  it('keeps counting when what worked fails', () => {
    check('repeated-action', 'A=p A=q! A=q! A=q!', { scores: '0.00 0.13 0.38 0.63', alarm: null, windows: ['0..3 same command, 4 times, 2 with the same output'] });
  });

  it('forgets what is 12 steps back', () => {
    const between = 'B=1 C=1 D=1 E=1 F=1 G=1 H=1 I=1 J=1 K=1';
    check('repeated-action', `A=x ${between} A=x`, { scores: '0.00 '.repeat(11) + '0.25', alarm: null, windows: [] });
    check('repeated-action', `A=x ${between} L=1 A=x`, { scores: '0.00 '.repeat(12) + '0.00', alarm: null, windows: [] });
  });

  it('joins a long run of one action into one window, and keeps two runs apart', () => {
    const pause = 'B=1 C=1 D=1 E=1 F=1 G=1 H=1 I=1 J=1 K=1 L=1 M=1';
    const run = runOf('repeated-action', `A=x A=x A=x ${pause} A=x A=x A=x A=x A=x A=x A=x A=x A=x A=x A=x A=x A=x A=x`);
    deepEqual(run.windows.map((window) => `${window.from}..${window.to} ${window.reason}`), [
      '0..2 same command, 3 times, same output',
      '15..28 same command, 14 times, same output',
    ]);
  });

  it('joins two actions that alternate into one window', () => {
    check('repeated-action', 'edit:A=x B=y edit:A=x B=y edit:A=x', { scores: '0.00 0.00 0.25 0.25 0.50', alarm: null, windows: ['0..4 same edit, 3 times, same output'] });
    const run = runOf('repeated-action', 'edit:A=x B=y edit:A=x B=y edit:A=x B=y');
    deepEqual(run.windows.map((window) => window.reason), ['same edit, 3 times, same output, and 1 other action']);
    deepEqual(run.windows[0]?.steps, [0, 1, 2, 3, 4, 5]);
  });

  it('marks lower scores when the plan lowers the threshold', () => {
    const plan = [{ monitor: 'repeated-action', threshold: 0.25 }];
    check('repeated-action', 'A=x B=y A=x', { scores: '0.00 0.00 0.25', alarm: 2, windows: ['0..2 same command, 2 times, same output'] }, { plan });
  });
});

describe('The error-streak monitor', () => {
  it('counts errors in a row and starts again after a step that worked', () => {
    check('error-streak', 'A=x! B=x! C=x! D=y E=x!', { scores: '0.20 0.40 0.60 0.00 0.20', alarm: null, windows: ['0..2 3 errors in a row, exit 1'] });
  });

  it('raises the alarm at the fourth', () => {
    check('error-streak', 'A=x! B=x!2 C=x! D=y! E=x! F=x!', { scores: '0.20 0.40 0.60 0.80 1.00 1.00', alarm: 3, windows: ['0..5 6 errors in a row'] });
  });

  it('passes over steps in which nothing ran', () => {
    check('error-streak', 'A=x! . ? B=x! C=x!', { scores: '0.20 0.20 0.20 0.40 0.60', alarm: null, windows: ['0..4 3 errors in a row, exit 1'] });
  });
});

describe('The malformed-streak monitor', () => {
  it('raises the alarm at the second call in a row that could not be parsed', () => {
    check('malformed-streak', '? A=x ? ? . ?', { scores: '0.33 0.00 0.33 0.67 0.00 0.33', alarm: 3, windows: ['2..3 2 malformed calls in a row'] });
  });
});

describe('The step-count monitor', () => {
  it('is the share of the configured limit of calls', () => {
    check('step-count', 'A=x B=x C=x D=x E=x', { scores: '0.25 0.50 0.75 1.00 1.00', alarm: 2, windows: [] }, { callLimit: 4 });
  });

  it('takes 250 calls for a whole run where no limit is configured', () => {
    check('step-count', 'A=x B=x', { scores: '0.00 0.01', alarm: null, windows: [] });
    equal(runOf('step-count', 'A=x').scores[0], 1 / 250);
  });

  it('keeps the score at a step without a call of its own', () => {
    const steps = makeSteps('A=x B=x C=x').map((step, i) => (i === 2 ? { ...step, call: null } : step));
    const run = runMonitors(steps, { ...NOTHING, callLimit: 10 }).find((monitor) => monitor.name === 'step-count');
    deepEqual(run?.scores, [0.1, 0.2, 0.2]);
  });
});

describe('A monitor from a sidecar', () => {
  const outside = [
    { monitor: 'judge', step: 4, score: 0.9, threshold: 0.7 },
    { monitor: 'judge', step: 0, score: 0.1, threshold: null },
    { monitor: 'judge', step: 2, score: 0.8, threshold: null },
    { monitor: 'judge', step: 99, score: 1, threshold: null },
  ];

  it('says nothing between its checkpoints and takes its own threshold', () => {
    check('judge', 'A=x B=x C=x D=x E=x', { scores: '0.10 - 0.80 - 0.90', alarm: 2, windows: ['2..4 score at least 0.70 at 2 checks in a row'] }, { outside });
    equal(runOf('judge', 'A=x', { outside }).thresholdSource, 'sidecar');
  });

  it('follows the threshold of the plan before its own', () => {
    const plan = [{ monitor: 'judge', threshold: 0.85 }];
    check('judge', 'A=x B=x C=x D=x E=x', { scores: '0.10 - 0.80 - 0.90', alarm: 4, windows: ['4..4 score at least 0.85 at 1 check'] }, { outside, plan });
  });

  it('has no alarm and no window when nobody states a threshold', () => {
    const bare = outside.map((score) => ({ ...score, threshold: null }));
    check('judge', 'A=x B=x C=x', { scores: '0.10 - 0.80', alarm: null, windows: [] }, { outside: bare });
  });

  it('stands before the rules, and after what the plan names', () => {
    const plan = [{ monitor: 'error-streak', threshold: 0.5 }];
    const names = runMonitors(makeSteps('A=x'), { ...NOTHING, outside, plan }).map((run) => run.name);
    deepEqual(names, ['error-streak', 'judge', 'repeated-action', 'malformed-streak', 'step-count']);
  });

  it('takes the place of the rule whose name it uses', () => {
    const names = runMonitors(makeSteps('A=x'), { ...NOTHING, outside: [{ monitor: 'step-count', step: 0, score: 0.5, threshold: null }] });
    equal(names.filter((run) => run.name === 'step-count').length, 1);
    deepEqual(names.find((run) => run.name === 'step-count')?.scores, [0.5]);
  });
});

describe('Monitors over an attempt without steps', () => {
  it('give empty scores and no alarm', () => {
    for (const run of runMonitors([], NOTHING)) {
      deepEqual([run.scores, run.alarm, run.windows], [[], null, []]);
    }
  });
});
