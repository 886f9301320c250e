import type { Attempt } from '../../src/model/attempt';
import { makeAttempt } from './attempts';

/** An attempt whose runtime and label are not known either, for views that leave out what is not known. */
export function plainAttempt(facts: Partial<Attempt> = {}): Attempt {
  return makeAttempt({
    id: 'a1',
    file: 'run/acme__widget-1.traj.json',
    stepReader: 'mini-swe-agent',
    task: 'acme__widget-1',
    repository: 'acme/widget',
    attempt: '',
    ...facts,
    runtime: { agent: null, agentVersion: null, model: null, provider: null, config: null, ...facts.runtime },
  });
}
