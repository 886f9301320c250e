import type { JSX } from 'preact';
import type { RelatedRun } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { ask } from './connection';

export interface RelatedProps {
  readonly runs: readonly RelatedRun[];
  /** What is hung together here, for those who cannot see where it stands. */
  readonly label: string;
  say(text: string): void;
}

/** Sub-agents, or what started one: each opens in an editor of its own. */
export function Related({ runs, label, say }: RelatedProps): JSX.Element | null {
  if (runs.length === 0) return null;
  return (
    <ul class="related small" aria-label={label}>
      {runs.map((run) => (
        <li key={`${run.attemptId} ${run.step ?? ''}`}>
          <button type="button" class="link" onClick={() => ask('openRun', { attempt: run.attemptId, step: run.step }, say)}>
            <Icon name="split" /> {run.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
