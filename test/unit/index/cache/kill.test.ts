import assert from 'node:assert/strict';
import { killIndexing } from '../../../support/killIndexing';

describe('indexing that is killed', () => {
  it('leaves a cache from which the next start is right and complete', async () => {
    const { killed, finished } = await killIndexing(6, 1);
    assert.equal(killed + finished, 6);
  }).timeout(120_000);
});
