import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { StepText } from '../../../../src/model/step';
import { findInStep, prepareQuery } from '../../../../src/views/trajectory/searchText';

const TEXT: StepText = {
  reasoning: 'thinking of İstanbul',
  message: 'First, look.',
  calls: [{ tool: 'bash', text: 'grep -rn "np.Inf" .' }],
  observations: [{ text: `${'x '.repeat(60)}\nbefore NEEDLE\nafter ${'y '.repeat(90)}`, exitCode: 0, isError: false }],
};

function find(query: string): string | null {
  const pattern = prepareQuery(query);
  const hit = pattern && findInStep(7, TEXT, pattern);
  return hit && `${hit.step}: ${hit.snippet.slice(0, hit.from)}[${hit.snippet.slice(hit.from, hit.to)}]${hit.snippet.slice(hit.to)}`;
}

describe('Searching the text of a step', () => {
  it('finds in calls, message, output, thinking and tool names, and shows one line around the place', () => {
    equal(find('np.inf'), '7: grep -rn "[np.Inf]" .');
    equal(find('look'), '7: First, [look].');
    equal(find('needle')?.replace(/( y)+$/, ' y'), '7: …x x x x x x x x x x x before [NEEDLE] after y');
    equal(find('of İs'), '7: thinking [of İs]tanbul');
    equal(find('bash'), '7: [bash]');
  });

  it('takes the query by the letter', () => {
    equal(find('np?Inf'), null);
    equal(find('.*'), null);
    equal(find('(npc'), null);
  });

  it('has nothing to search for in a blank query', () => {
    deepEqual(['', '  ', '\n'].map(prepareQuery), [null, null, null]);
  });

  it('finds what is shown, not what was cleaned away', () => {
    const pattern = prepareQuery('redgreen');
    equal(pattern && findInStep(1, { ...TEXT, message: 'red\u001b[32mgreen' }, pattern)?.snippet, 'redgreen');
  });
});
