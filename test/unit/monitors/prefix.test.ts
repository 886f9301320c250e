import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { Step } from '../../../src/model/step';
import { runMonitors } from '../../../src/monitors/runMonitors';
import { makeSteps } from '../../support/stepText';

/** Random steps from few actions and outputs, so that repeats, streaks and malformed calls are common. */
function randomSteps(seed: number, length: number): Step[] {
  const random = xoroshiro128plus(seed);
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[uniformInt(random, 0, choices.length - 1)];
    ok(choice !== undefined);
    return choice;
  };
  const tokens = Array.from({ length }, () =>
    pick(['?', '.', `${pick(['A', 'B', 'C'])}=${pick(['x', 'y', 'z'])}${pick(['', '!', '!2'])}`, pick(['A', 'B'])]),
  );
  return makeSteps(tokens.join(' '));
}

describe('A score rests on what was visible by then', () => {
  const outside = [3, 9, 15, 21].map((step) => ({ monitor: 'judge', step, score: step / 25, threshold: 0.5 }));

  it('so that appending steps never changes earlier scores, nor an alarm that was raised', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const steps = randomSteps(seed, 40);
      const whole = runMonitors(steps, { callLimit: 30, outside, plan: [] });
      for (let length = 0; length <= steps.length; length++) {
        const prefix = runMonitors(steps.slice(0, length), { callLimit: 30, outside, plan: [] });
        prefix.forEach((run, i) => {
          equal(run.name, whole[i]?.name);
          deepEqual(run.scores, whole[i]?.scores.slice(0, length), `seed ${seed}, ${length} steps, ${run.name}`);
          if (run.alarm !== null) equal(run.alarm, whole[i]?.alarm);
        });
      }
    }
  });

  it('and lies in [0, 1]', () => {
    for (let seed = 31; seed <= 60; seed++) {
      for (const run of runMonitors(randomSteps(seed, 200), { callLimit: 100, outside, plan: [] })) {
        for (const score of run.scores) ok(score === null || (score >= 0 && score <= 1), `${run.name}: ${score}`);
      }
    }
  });

  it('and the step count never falls', () => {
    const run = runMonitors(randomSteps(7, 120), { callLimit: 50, outside: [], plan: [] }).find((monitor) => monitor.name === 'step-count');
    ok(run);
    run.scores.forEach((score, i) => ok(i === 0 || (score ?? -1) >= (run.scores[i - 1] ?? -1)));
  });
});

describe('Failure windows', () => {
  it('of one monitor are disjoint, in order, inside the run, and hold the steps that they count', () => {
    for (let seed = 61; seed <= 120; seed++) {
      const steps = randomSteps(seed, 80);
      for (const run of runMonitors(steps, { callLimit: null, outside: [], plan: [] })) {
        let end = -1;
        for (const window of run.windows) {
          ok(window.from > end && window.to >= window.from && window.to < steps.length, `seed ${seed}, ${run.name}`);
          ok(window.steps[0] === window.from && window.steps.at(-1) === window.to, `seed ${seed}, ${run.name}`);
          ok(window.steps.every((step, i) => i === 0 || step > (window.steps[i - 1] ?? -1)));
          end = window.to;
        }
      }
    }
  });

  it('cover every step at which a rule raises its alarm', () => {
    for (let seed = 121; seed <= 160; seed++) {
      for (const run of runMonitors(randomSteps(seed, 60), { callLimit: null, outside: [], plan: [] })) {
        if (run.alarm === null || run.name === 'step-count') continue;
        const alarm = run.alarm;
        ok(run.windows.some((window) => window.from <= alarm && alarm <= window.to), `seed ${seed}, ${run.name}`);
      }
    }
  });
});
