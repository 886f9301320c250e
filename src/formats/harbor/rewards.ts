// The verdict of a trial. Harbor's verifier gives one reward or several, usually 0 or 1.
//
// The rule: a reward of 1 or more is a pass, anything below is not. Of several rewards the one named `reward`
// decides; where none has that name, all of them must pass. Fractional and several rewards are noted, so that
// nobody takes a rule for a fact.

import type { SourceFile } from '../contract';
import type { Outcome } from '../../model/attempt';
import { asRecord } from '../shared/fields';
import { parseJson } from '../shared/parseJson';
import { seedProblem, WHOLE_FILE } from '../shared/problems';
import type { FilePlace, ProblemSeed } from '../shared/problems';

export interface Verdict {
  readonly outcome: Outcome;
  readonly problems: readonly ProblemSeed[];
}

/** Larger files are no rewards. */
const MAX_REWARD_BYTES = 65_536;

/** The verdict of `verifier_result.rewards`, or of the content of `reward.json`. */
export function judgeRewards(rewards: unknown, place: FilePlace): Verdict {
  const record = asRecord(rewards);
  if (record === null) return badReward(rewards, place);
  const entries = Object.entries(record).filter(([, value]) => value !== null);
  const wrong = entries.find(([, value]) => typeof value !== 'number' || !Number.isFinite(value));
  if (wrong !== undefined) return badReward({ [wrong[0]]: wrong[1] }, place);
  // Every value is a number: the others returned in the line above.
  const numbers = entries as [string, number][];
  if (numbers.length === 0) return badReward(rewards, place);
  const main = numbers.find(([name]) => name === 'reward');
  const deciding = main === undefined ? numbers : [main];
  return {
    outcome: deciding.every(([, value]) => value >= 1) ? 'resolved' : 'unresolved',
    problems: noteRule(numbers, main !== undefined, place),
  };
}

/** The verdict of `reward.txt`: one number as text. */
export function judgeRewardText(file: SourceFile): Verdict {
  const text = new TextDecoder().decode(file.read(0, Math.min(file.size, MAX_REWARD_BYTES))).trim();
  const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return badReward(text === '' ? undefined : text, WHOLE_FILE);
  return judgeRewards({ reward: value }, { line: 1, byte: 0 });
}

/** The verdict of `reward.json`: a flat object of numbers. */
export function judgeRewardJson(file: SourceFile): Verdict {
  const parsed = parseJson(file.read(0, Math.min(file.size, MAX_REWARD_BYTES)));
  if (!parsed.ok) return { outcome: 'unknown', problems: [parsed.problem] };
  return judgeRewards(parsed.value, { line: 1, byte: 0 });
}

function noteRule(numbers: readonly [string, number][], hasMain: boolean, place: FilePlace): ProblemSeed[] {
  const found = numbers.map(([name, value]) => `${name.slice(0, 60)} ${value}`).slice(0, 10).join(', ');
  if (numbers.length > 1) {
    const rule = hasMain ? 'the one named "reward" decides' : 'all of them must reach 1';
    return [note(place, found, 'one reward', `The verifier gave ${numbers.length} rewards; ${rule}.`)];
  }
  const value = numbers[0]?.[1] ?? 0;
  if (value === 0 || value === 1) return [];
  return [note(place, found, 'a reward of 0 or 1', `The reward is ${value}; 1 or more counts as resolved, less as unresolved.`)];
}

function note(place: FilePlace, found: string, expected: string, message: string): ProblemSeed {
  return seedProblem('bad-value', place, { found, expected, message }, 'information');
}

function badReward(found: unknown, place: FilePlace): Verdict {
  const text = found === undefined ? 'nothing' : (JSON.stringify(found) ?? typeof found).slice(0, 80);
  const problem = seedProblem('bad-value', place, {
    found: text,
    expected: 'a reward that is a finite number',
    message: 'The verifier left no usable reward, so the outcome is unknown.',
  });
  return { outcome: 'unknown', problems: [problem] };
}
