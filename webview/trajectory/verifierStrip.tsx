import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { VerifierView } from '../../src/protocol/trajectory';
import { ToolButton } from './header';
import type { Reader } from './useReader';
import { groupResults, resultNear, resultTarget, resultWords, type PlacedResult } from './verifierResults';
import { VerifierTable } from './verifierTable';

export interface VerifierStripProps {
  readonly reader: Reader;
  readonly verifier: VerifierView;
  onChoose(step: number): void;
}

/** What a verifier said after single calls, over the steps of the score strip: as bars, a table and a sentence. */
export function VerifierStrip({ reader, verifier, onChoose }: VerifierStripProps): JSX.Element {
  const [isTable, setTable] = useState(false);
  const [pointed, setPointed] = useState<PlacedResult | null>(null);
  const placed = useMemo(() => verifier.results.filter((result): result is PlacedResult => result.step !== null), [verifier]);
  const isDrawn = placed.length > 0 && !isTable;
  return (
    <section class="strip" aria-label="Verifier results">
      <div class="strip-head">
        <b class="nowrap">Verifier</b>
        <span class="small muted cut" title={verifier.note}>
          {pointed === null ? verifier.note : `step ${pointed.step}, ${resultWords(pointed)}`}
        </span>
        <span class="space" />
        <ToolButton icon={isTable ? 'chart' : 'table'} label={isTable ? 'Show verifier results as a chart' : 'Show verifier results as a table'} onPress={() => setTable(!isTable)} />
      </div>
      <p class={placed.length === 0 ? 'small' : 'hidden-text'}>{verifier.sentence}</p>
      {isTable ? <VerifierTable reader={reader} verifier={verifier} onChoose={onChoose} /> : null}
      {isDrawn ? <Bars reader={reader} placed={placed} onChoose={onChoose} onPoint={setPointed} /> : null}
    </section>
  );
}

interface BarsProps extends Pick<VerifierStripProps, 'reader' | 'onChoose'> {
  readonly placed: readonly PlacedResult[];
  onPoint(result: PlacedResult | null): void;
}

/** Passed stands above the line, failed below it; where neither stands the verifier was not run. */
function Bars({ reader, placed, onChoose, onPoint }: BarsProps): JSX.Element {
  const { view, step } = reader;
  const { count } = view.steps;
  const columns = useMemo(() => groupResults(placed, count), [placed, count]);
  const near = (event: { readonly clientX: number; readonly currentTarget: HTMLElement }): PlacedResult | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return resultNear(placed, 0.5 + ((event.clientX - box.left) / Math.max(1, box.width)) * count);
  };
  const here = placed.find((result) => result.step === step) ?? null;
  const percent = (value: number): string => `${(100 * value) / count}%`;
  return (
    <div class="verdicts">
      <div class="verdict-bars" aria-hidden="true">
        {columns.map(({ from, to, passed, failed }) => (
          <span key={from} class="verdict-column" style={{ left: percent(from - 1), width: percent(to - from + 1) }}>
            <i class={passed ? 'verdict passed' : 'verdict'} />
            <i class={failed ? 'verdict failed' : 'verdict'} />
          </span>
        ))}
        <span class="verdict-here" style={{ left: percent(step - 1), width: percent(1) }} />
      </div>
      <span class="verdict-words small muted" aria-hidden="true">
        <span>passed</span>
        <span>failed</span>
      </span>
      <div
        class="verdict-cursor focusable"
        role="slider"
        tabIndex={0}
        aria-label="Step on the strip of verifier results"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={step}
        aria-valuetext={here === null ? `step ${step}, not run` : `step ${step}, ${resultWords(here)}`}
        onPointerMove={(event) => onPoint(near(event))}
        onPointerLeave={() => onPoint(null)}
        onClick={(event) => {
          const result = near(event);
          if (result !== null) onChoose(result.step);
        }}
        onKeyDown={(event) => {
          const target = resultTarget(event.key, placed, step);
          if (target === null || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          onChoose(target);
        }}
      />
    </div>
  );
}
