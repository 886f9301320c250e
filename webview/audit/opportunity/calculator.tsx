import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { largest, smallest } from '../../../src/base/extent';
import type { AlarmInput } from '../../../src/protocol/alarmInput';
import type { AlarmView } from '../../../src/protocol/opportunity';
import { DataTable } from '../../shared/dataTable';
import { Slider } from '../../shared/slider';
import { Button } from '../../shared/toolkit';
import { useWidth } from '../../shared/useWidth';
import { openAttempt } from '../connection';

export interface CalculatorProps {
  readonly input: AlarmInput;
  readonly view: AlarmView;
  onInput(input: AlarmInput): void;
  onReset(): void;
  onCell(key: string): void;
}

/** What an alarm with these rates is worth where continuing and restarting succeed as often as this. */
export function Calculator({ input, view, onInput, onReset, onCell }: CalculatorProps): JSX.Element {
  const set = (patch: Partial<AlarmInput>): void => onInput({ ...input, ...patch });
  return (
    <section class="calculator" aria-labelledby="calculator-title">
      <h2 id="calculator-title">Alarm calculator</h2>
      <p class="calculator-finding" aria-live="polite">
        <b>{view.headline}</b>
      </p>
      <p class="note">{view.why}</p>
      <Slider label="True-positive rate" note="stops a run that would fail" value={input.tau} onInput={(tau) => set({ tau })} />
      <Slider label="False-positive rate" note="stops one that would succeed" value={input.phi} onInput={(phi) => set({ phi })} />
      <Slider label="Continuation success" note="q, if left alone" value={input.q} onInput={(q) => set({ q })} />
      <Slider label="Restartability" note="p, if started over" value={input.p} onInput={(p) => set({ p })} />
      <p>
        <Button onPress={onReset}>Back to the example</Button>
      </p>
      <dl class="facts">
        {view.facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt class="note">{label}</dt>
            <dd>
              <b>{value}</b>
              <span class="small muted">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <GainLine view={view} />
      {view.tables.slice(0, 1).map((table) => (
        <DataTable key={table.title} table={table} onAttempt={openAttempt} onCell={onCell} />
      ))}
      {view.footnotes.map((note) => (
        <p key={note} class="small muted">
          {note}
        </p>
      ))}
    </section>
  );
}

const WIDEST = 400;
const LEFT = 44;
const RIGHT = 56;
const TOP = 14;
const HEIGHT = 92;
/** Room for the mark's words below the line, and the ends of the axis. */
const BELOW = 38;

/** Gain over p, a straight line, with accuracy as the flat one that does not follow it. */
function GainLine({ view }: { readonly view: AlarmView }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(220, Math.min(WIDEST, useWidth(frame, WIDEST)));
  const ends = view.gainByRestart.map(({ gain }) => gain);
  const low = smallest(ends, -5);
  const high = largest(ends, 5);
  const x = (p: number): number => LEFT + p * (width - LEFT - RIGHT);
  const y = (gain: number): number => TOP + ((high - gain) / (high - low)) * HEIGHT;
  const line = view.gainByRestart.map(({ p, gain }, k) => `${k === 0 ? 'M' : 'L'}${x(p)} ${y(gain)}`).join('');
  return (
    <div ref={frame} class="gain-line">
      <p class="small muted">Gain, points per live run, as p changes; accuracy stays {view.accuracyText}.</p>
      <svg width={width} height={TOP + HEIGHT + BELOW} viewBox={`0 0 ${width} ${TOP + HEIGHT + BELOW}`} aria-hidden="true">
        <line class="axis-line dashed" x1={x(0)} x2={x(1)} y1={y(0)} y2={y(0)} />
        <text x={x(0) - 8} y={y(0) + 4} text-anchor="end">
          0
        </text>
        <path class="curve" d={line} />
        <text x={x(1) + 6} y={y(ends[1] ?? 0) + 4}>
          {Math.round(ends[1] ?? 0)}
        </text>
        {view.threshold !== null && <rect class="plane-alarm" x={x(view.threshold) - 4} y={y(0) - 4} width="8" height="8" />}
        <rect class="plane-mark" x={x(view.input.p) - 5} y={y(view.gain) - 5} width="10" height="10" />
        <text class="strong" x={x(view.input.p) + (view.input.p > 0.6 ? -9 : 9)} y={y(view.gain) + 16} text-anchor={view.input.p > 0.6 ? 'end' : 'start'}>
          {view.gainText}
        </text>
        <text x={x(0)} y={TOP + HEIGHT + 32} text-anchor="middle">
          p = 0
        </text>
        <text x={x(1)} y={TOP + HEIGHT + 32} text-anchor="middle">
          100 %
        </text>
      </svg>
    </div>
  );
}
