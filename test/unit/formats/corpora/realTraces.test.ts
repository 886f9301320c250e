import assert from 'node:assert/strict';
import path from 'node:path';
import { corporaReader } from '../../../../src/formats/corpora/corpora';
import { readFolder, tally } from '../../../support/readFolder';
import { sharedFolder } from '../../../support/shared';

const shared = sharedFolder();
const NOTE = shared === null ? ' (skipped: no shared folder)' : '';

describe('corpora, public rows', () => {
  it(`reads every row of the three samples with the calls that a count of the agent's messages gives${NOTE}`, function () {
    if (shared === null) return this.skip(); // the public traces lie beside the project only, not in a lone clone
    const sources = readFolder(path.join(shared, 'traces/hf-corpora'), corporaReader);
    const attempts = sources.flatMap((source) => source.attempts);
    assert.equal(sources.length, 3);
    assert.deepEqual(tally(attempts.map(({ part }) => part.formatVersion)), { 'SWE-bench/SWE-smith-trajectories': 5, 'mini-coder': 1, 'nebius/SWE-agent-trajectories': 5 });
    // Counted with another program: messages of role assistant or ai.
    assert.deepEqual(attempts.map(({ part }) => part.calls), [8, 6, 14, 5, 8, 16, 15, 23, 18, 22, 38]);
    assert.ok(attempts.every(({ part, steps }) => part.outcome === 'resolved' && part.toolSteps === part.calls && steps.every((step) => !step.malformed)));
    assert.ok(attempts.every(({ steps }) => steps.at(-1)?.kind === 'submit'));
    assert.deepEqual(sources.flatMap((source) => source.problems).map(({ severity }) => severity), ['information', 'information', 'information']);
  });
});
