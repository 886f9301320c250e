import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { VerifierView } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { useElementRows } from '../shared/virtualRows';
import type { Reader } from './useReader';

export interface VerifierTableProps {
  readonly reader: Reader;
  readonly verifier: VerifierView;
  onChoose(step: number): void;
}

const ROW = 22;

/** The strip as a table: every call, and what the verifier said after it. */
export function VerifierTable({ reader, verifier, onChoose }: VerifierTableProps): JSX.Element {
  const { calls, results } = verifier;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useElementRows({ count: calls, estimate: () => ROW, keyOf: (index) => index }, () => scroller.current);
  const byCall = useMemo(() => new Map(results.map((result) => [result.call, result])), [results]);
  return (
    <div class="score-table focusable" ref={scroller} tabIndex={0} role="table" aria-label="Verifier results by call" aria-rowcount={calls + 1}>
      <div role="rowgroup" class="score-head small muted">
        <div role="row" class="score-row" aria-rowindex={1}>
          <span role="columnheader" class="right">call</span>
          <span role="columnheader" class="right">step</span>
          <span role="columnheader">verifier</span>
          <span role="columnheader">tests</span>
        </div>
      </div>
      <div role="rowgroup" class="rows" style={{ height: `${rows.totalSize}px` }}>
        {rows.items.map((item) => {
          const call = item.index + 1;
          const result = byCall.get(call) ?? null;
          const step = result?.step ?? null;
          return (
            <div key={item.key} role="row" class={`score-row placed${step !== null && step === reader.step ? ' chosen' : ''}`} aria-rowindex={call + 1} style={{ transform: `translateY(${item.start}px)` }}>
              <span role="cell" class="right">{call}</span>
              <span role="cell" class="right">
                {step === null ? null : (
                  <button type="button" class="link" onClick={() => onChoose(step)}>
                    {step}
                  </button>
                )}
              </span>
              <span role="cell" class={result === null ? 'muted' : 'verdict-cell'}>
                {result === null ? 'not run' : <><Icon name={result.passed ? 'check' : 'cross'} tone={result.passed ? 'good' : 'bad'} />{result.passed ? 'passed' : 'failed'}</>}
              </span>
              <span role="cell" class="cut">{result?.tests ?? ''}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
