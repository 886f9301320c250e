import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MonitorView } from '../../src/protocol/trajectory';
import { Dropdown } from '../shared/toolkit';
import { watchTheme } from '../shared/theme';
import { ToolButton } from './header';
import { ScoreChart } from './scoreChart';
import { kindOf } from './listedSteps';
import { scoreText } from './scores';
import { ScoreTable } from './scoreTable';
import type { Reader } from './useReader';

export interface StripProps {
  readonly reader: Reader;
  readonly monitor: MonitorView;
  onMonitor(name: string): void;
  onChoose(step: number): void;
  onWindow(direction: 'next' | 'previous'): void;
}

/** Scores of one monitor over the run, with threshold, failure windows and alarm: as a chart, a table and a sentence. */
export function Strip({ reader, monitor, onMonitor, onChoose, onWindow }: StripProps): JSX.Element {
  const [isTable, setTable] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const { view } = reader;
  return (
    <section class="strip" aria-label="Scores">
      <div class="strip-head">
        <Dropdown label="Monitor" value={monitor.name} options={view.monitors.map((one) => ({ value: one.name, text: one.label }))} onChoose={onMonitor} />
        <span class="small muted cut" title={monitor.description}>
          {pointed === null ? monitor.note : describeStep(reader, monitor, pointed)}
        </span>
        <span class="space" />
        <span class="small muted nowrap">{view.windows.length === 1 ? '1 window' : `${view.windows.length} windows`}</span>
        <ToolButton icon="up" label="Previous failure window (p)" onPress={() => onWindow('previous')} />
        <ToolButton icon="down" label="Next failure window (n)" onPress={() => onWindow('next')} />
        <ToolButton icon={isTable ? 'chart' : 'table'} label={isTable ? 'Show scores as a chart' : 'Show scores as a table'} onPress={() => setTable(!isTable)} />
      </div>
      <p class="hidden-text">{monitor.sentence}</p>
      {isTable ? <ScoreTable reader={reader} monitor={monitor} onChoose={onChoose} /> : <Chart reader={reader} monitor={monitor} onChoose={onChoose} onPoint={setPointed} />}
    </section>
  );
}

interface ChartProps extends Pick<StripProps, 'reader' | 'monitor' | 'onChoose'> {
  onPoint(step: number | null): void;
}

function Chart({ reader, monitor, onChoose, onPoint }: ChartProps): JSX.Element {
  const { view, step } = reader;
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<ScoreChart | null>(null);
  const input = { monitor, windows: view.windows, step };
  useEffect(() => {
    if (!canvas.current) return;
    const own = new ScoreChart(canvas.current, input);
    chart.current = own;
    const stop = watchTheme(() => own.recolour());
    return () => {
      stop();
      own.dispose();
      chart.current = null;
    };
    // Later input goes through `update`.
  }, []);
  useEffect(() => chart.current?.update(input), [monitor, view.windows, step]);
  const last = view.steps.count;
  const stepAt = (event: { clientX: number }): number => chart.current?.stepAt(event.clientX - (canvas.current?.getBoundingClientRect().left ?? 0)) ?? step;
  return (
    <div class="chart">
      <canvas ref={canvas} role="img" aria-label={monitor.sentence} />
      <div
        class="chart-cursor focusable"
        role="slider"
        tabIndex={0}
        aria-label={`Step on the chart of ${monitor.label}`}
        aria-valuemin={1}
        aria-valuemax={last}
        aria-valuenow={step}
        aria-valuetext={describeStep(reader, monitor, step)}
        onPointerMove={(event) => onPoint(stepAt(event))}
        onPointerLeave={() => onPoint(null)}
        onClick={(event) => onChoose(stepAt(event))}
        onKeyDown={(event) => {
          const target = sliderTarget(event.key, step, last);
          if (target === null || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          onChoose(target);
        }}
      />
    </div>
  );
}

function sliderTarget(key: string, step: number, last: number): number | null {
  const tenth = Math.max(1, Math.round(last / 10));
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: step + 1,
    ArrowUp: step + 1,
    ArrowLeft: step - 1,
    ArrowDown: step - 1,
    PageUp: step + tenth,
    PageDown: step - tenth,
    Home: 1,
    End: last,
  };
  const target = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return target === undefined ? null : Math.max(1, Math.min(target, last));
}

function describeStep({ view, rows }: Reader, monitor: MonitorView, step: number): string {
  const row = rows.of(step);
  const score = scoreText(view, monitor, row);
  return [`step ${step}`, row === null ? '' : score === '' ? 'no score' : `score ${score}`, kindOf(view.steps, step), row?.exit ?? '', row?.title ?? ''].filter((part) => part !== '').join(', ');
}
