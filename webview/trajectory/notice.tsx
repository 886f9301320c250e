import type { JSX } from 'preact';
import type { TrajectoryNotice } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { Button, ProgressRing } from '../shared/toolkit';
import { host } from './connection';

/** What is shown in place of a run: why, and at most a few things to do. */
export function NoticeView({ notice }: { readonly notice: TrajectoryNotice }): JSX.Element {
  return (
    <main class="page notice" aria-busy={notice.kind === 'loading'}>
      <div class="notice-head">
        {notice.kind === 'error' ? <Icon name="error" tone="error" /> : null}
        {notice.kind === 'loading' ? <ProgressRing /> : null}
        <h1>{notice.headline}</h1>
      </div>
      {notice.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {notice.actions.length === 0 ? null : (
        <div class="notice-actions">
          {notice.actions.map(({ label, action }, i) => (
            <Button key={action} look={i === 0 ? 'primary' : 'secondary'} onPress={() => void host.request('act', { action }).result.catch(() => undefined)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </main>
  );
}
