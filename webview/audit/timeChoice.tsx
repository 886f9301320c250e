import type { JSX } from 'preact';
import type { AuditView } from '../../src/protocol/audit';
import { RadioGroup } from '../shared/radioGroup';
import { Dropdown } from '../shared/toolkit';

/** More decision times than this are chosen from a list instead of side by side. */
const MOST_SEGMENTS = 12;

/** Choice of a decision time; `at` is its index. */
export function TimeChoice({ audit, at, onChoose }: { readonly audit: AuditView; readonly at: number; onChoose(time: number): void }): JSX.Element {
  if (audit.times.length > MOST_SEGMENTS) {
    return <Dropdown label="Decision time" value={String(at)} options={audit.timeLabels.map((label, k) => ({ value: String(k), text: `t = ${label}` }))} onChoose={(time) => onChoose(Number(time))} />;
  }
  return (
    <span class="time-choice">
      <span class="muted" aria-hidden="true">
        t =
      </span>
      <RadioGroup label="Decision time" look="segments" value={at} options={audit.timeLabels.map((label, k) => ({ value: k, content: label, label: `t = ${label}` }))} onChoose={onChoose} />
    </span>
  );
}
