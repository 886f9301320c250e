import assert from 'node:assert/strict';
import type { RuntimeFields } from '../../../src/model/attempt';
import { nameRuntimes, runtimeIdentity } from '../../../src/model/runtime';

const runtime = (fields: Partial<RuntimeFields>): RuntimeFields => ({ agent: null, agentVersion: null, model: null, provider: null, config: null, ...fields });

function check(runtimes: readonly Partial<RuntimeFields>[], names: readonly string[]): void {
  const all = runtimes.map(runtime);
  const byIdentity = nameRuntimes(all);
  assert.deepEqual(all.map((fields) => byIdentity.get(runtimeIdentity(fields))), names);
  assert.equal(byIdentity.size, new Set(names).size);
}

describe('nameRuntimes', () => {
  it('gives the label where that tells runtimes apart, and equal runtimes one name', () => {
    check([{ agent: 'a', agentVersion: '1', model: 'm', config: '0123456789ab' }, { model: 'm' }, { model: 'm' }, {}], ['a 1 · m · config 012345', 'm', 'm', 'unknown runtime']);
  });
  it('shows the whole hash where two begin alike', () => {
    check([{ model: 'm', config: '012345aaaa' }, { model: 'm', config: '012345bbbb' }], ['m · config 012345aaaa', 'm · config 012345bbbb']);
  });
  it('writes out the fields in which two differ that read alike', () => {
    check([{ model: 'p/x', provider: 'p' }, { model: 'p/x' }], ['p/x · provider "p"', 'p/x · provider unknown']);
    check([{ agent: 'a b', agentVersion: 'c' }, { agent: 'a', agentVersion: 'b c' }], ['a b c · agent "a b", agentVersion "c"', 'a b c · agent "a", agentVersion "b c"']);
    check([{ model: 'unknown runtime' }, {}], ['unknown runtime · model "unknown runtime"', 'unknown runtime · model unknown']);
  });
});
