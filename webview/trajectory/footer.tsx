import type { JSX } from 'preact';
import type { TrajectoryView } from '../../src/protocol/trajectory';

export interface FooterProps {
  readonly view: TrajectoryView;
  /** Steps listed. */
  readonly shown: number;
  /** What was done last, or why not; '' when that is a while ago. It is announced elsewhere. */
  readonly message: string;
}

/** What was read, and the keys. */
export function Footer({ view, shown, message }: FooterProps): JSX.Element {
  return (
    <footer class="foot small muted">
      <span class="cut">{view.counts}</span>
      {shown === view.steps.count ? null : (
        <span class="nowrap">
          {shown.toLocaleString('en-US')} of {view.steps.count.toLocaleString('en-US')} steps listed
        </span>
      )}
      <span class="space" />
      {message === '' ? <Keys /> : <span class="message cut">{message}</span>}
    </footer>
  );
}

function Keys(): JSX.Element {
  return (
    <>
      <span class="keys nowrap">
        <kbd>j</kbd> <kbd>k</kbd> step
      </span>
      <span class="keys nowrap">
        <kbd>n</kbd> next window
      </span>
      <span class="keys nowrap">
        <kbd>Shift</kbd> <kbd>n</kbd> next failure
      </span>
    </>
  );
}
