import { BarController, BarElement, Chart, LinearScale, type ChartData, type ChartOptions, type Plugin } from 'chart.js';
import annotation, { type AnnotationOptions } from 'chartjs-plugin-annotation';
import type { MonitorView, WindowView } from '../../src/protocol/trajectory';
import { chooseTicks, groupColumns, placeLabels } from './columns';

Chart.register(BarController, BarElement, LinearScale, annotation);

export interface ChartInput {
  readonly monitor: MonitorView;
  readonly windows: readonly WindowView[];
  /** Chosen step, from 1. */
  readonly step: number;
}

interface Colours {
  readonly text: string;
  readonly muted: string;
  readonly live: string;
  readonly bad: string;
  readonly badFill: string;
  readonly axis: string;
  readonly focus: string;
  readonly font: string;
}

/** Room around the plot, in CSS pixels: labels of windows above, numbers of steps below. */
const ROOM = { top: 22, right: 46, bottom: 0, left: 0 };
const AXIS_WIDTH = 20;
const AXIS_HEIGHT = 20;
/** Least width of a column with its gap. */
const COLUMN = 2;

/** The score strip on a canvas: bars, threshold, failure windows, alarm, chosen step. All of it is said elsewhere too. */
export class ScoreChart {
  private readonly chart: Chart<'bar', { x: number; y: number }[]>;
  private colours: Colours;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private input: ChartInput,
  ) {
    this.colours = readColours(canvas);
    this.chart = new Chart<'bar', { x: number; y: number }[]>(canvas, { type: 'bar', data: this.data(), options: this.options(), plugins: [this.marks()] });
  }

  update(input: ChartInput): void {
    const isSameRun = input.monitor === this.input.monitor && input.windows === this.input.windows;
    this.input = input;
    if (isSameRun) this.chart.draw();
    else this.refresh();
  }

  /** Reads the theme's colours again. */
  recolour(): void {
    this.colours = readColours(this.canvas);
    this.refresh();
  }

  dispose(): void {
    this.chart.destroy();
  }

  /** The step at a place, in CSS pixels from the canvas's left edge. */
  stepAt(x: number): number {
    const step = Math.round(this.chart.scales['x']?.getValueForPixel(x) ?? 1);
    return Math.max(1, Math.min(step, this.count));
  }

  private get count(): number {
    return this.input.monitor.scores.length;
  }

  private refresh(): void {
    this.chart.data = this.data();
    this.chart.options = this.options();
    this.chart.update('none');
  }

  private data(): ChartData<'bar', { x: number; y: number }[]> {
    const { monitor } = this.input;
    const room = Math.max(100, this.canvas.clientWidth - AXIS_WIDTH - ROOM.right);
    const columns = groupColumns(monitor.scores, { threshold: monitor.threshold, most: room / COLUMN }).filter((column) => column.score !== null);
    const span = columns[0] ? columns[0].to - columns[0].from + 1 : 1;
    const width = (room / Math.max(1, this.count)) * span;
    return {
      datasets: [
        {
          // A score of 0 keeps a foot of one pixel: it is a score.
          data: columns.map((column) => ({ x: (column.from + column.to) / 2, y: column.score ?? 0 })),
          backgroundColor: columns.map((column) => (column.reached ? this.colours.bad : this.colours.live)),
          barThickness: Math.max(1, Math.min(12, width > 4 ? width * 0.72 : width - (width > 2 ? 1 : 0))),
          minBarLength: 1,
        },
      ],
    };
  }

  private options(): ChartOptions<'bar'> {
    const { colours, count } = this;
    const font = { family: colours.font, size: 11 };
    const ticks = chooseTicks(count, Math.max(2, (this.canvas.clientWidth - AXIS_WIDTH - ROOM.right) / 90));
    return {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      events: [],
      layout: { padding: ROOM },
      onResize: () => queueMicrotask(() => this.refresh()),
      scales: {
        x: {
          type: 'linear',
          // Bar charts would leave half a bar of room at each end.
          offset: false,
          min: 0.5,
          max: count + 0.5,
          grid: { display: false },
          border: { color: colours.axis },
          afterBuildTicks: (axis) => (axis.ticks = ticks.map((value) => ({ value }))),
          afterFit: (axis) => (axis.height = AXIS_HEIGHT),
          ticks: { autoSkip: false, maxRotation: 0, padding: 1, color: this.hidesTick(colours.muted), font, callback: (value) => Number(value).toLocaleString('en-US') },
        },
        y: {
          min: 0,
          max: 1,
          grid: { display: false },
          border: { display: false },
          afterBuildTicks: (axis) => (axis.ticks = [{ value: 0 }, { value: 1 }]),
          afterFit: (axis) => (axis.width = AXIS_WIDTH),
          ticks: { color: colours.muted, font, padding: 6 },
        },
      },
      plugins: { annotation: { clip: false, annotations: this.annotations() } },
    };
  }

  /** The alarm's label stands among the numbers of the axis; those under it are not drawn. */
  private hidesTick(colour: string): (context: { tick: { value: number } }) => string {
    const { alarm } = this.input.monitor;
    const room = this.canvas.clientWidth - AXIS_WIDTH - ROOM.right;
    const perStep = room / Math.max(1, this.count);
    return ({ tick }) => {
      if (alarm === null) return colour;
      const distance = (tick.value - alarm) * perStep;
      const toLeft = this.alarmStandsLeft();
      return distance > (toLeft ? -110 : -24) && distance < (toLeft ? 24 : 110) ? 'transparent' : colour;
    };
  }

  private alarmStandsLeft(): boolean {
    return (this.input.monitor.alarm ?? 0) > this.count * 0.8;
  }

  private annotations(): Record<string, AnnotationOptions> {
    const { monitor, windows } = this.input;
    const { colours } = this;
    const all: Record<string, AnnotationOptions> = {};
    windows.forEach((window, i) => {
      all[`window${i}`] = { type: 'box', xMin: window.from - 0.5, xMax: window.to + 0.5, yMin: 0, yMax: 1.12, backgroundColor: colours.badFill, borderWidth: 0, drawTime: 'beforeDatasetsDraw' };
    });
    if (monitor.threshold !== null) {
      all['threshold'] = { type: 'line', yMin: monitor.threshold, yMax: monitor.threshold, borderColor: colours.text, borderDash: [4, 3], borderWidth: 1, drawTime: 'afterDatasetsDraw' };
    }
    if (monitor.alarm !== null) {
      all['alarm'] = { type: 'point', pointStyle: 'triangle', xValue: monitor.alarm, yValue: 0, yAdjust: 6, radius: 4.5, backgroundColor: colours.bad, borderWidth: 0, drawTime: 'afterDraw' };
    }
    return all;
  }

  /** What Chart.js and its annotations do not draw: brackets with reasons, words at threshold and alarm, the chosen step. */
  private marks(): Plugin<'bar'> {
    return {
      id: 'marks',
      afterDraw: (chart) => {
        const { ctx, chartArea } = chart;
        const x = chart.scales['x'];
        const y = chart.scales['y'];
        if (!x || !y) return;
        ctx.save();
        ctx.textBaseline = 'alphabetic';
        const edge = (step: number): number => x.getPixelForValue(step);
        this.drawBrackets(ctx, { edge, top: y.getPixelForValue(1.12), right: chartArea.right });
        this.drawWords(ctx, { edge, threshold: (value) => y.getPixelForValue(value), right: chartArea.right, bottom: chartArea.bottom });
        const { step } = this.input;
        const left = edge(step - 0.5);
        const width = Math.max(4, edge(step + 0.5) - left);
        ctx.strokeStyle = this.colours.focus;
        ctx.lineWidth = 1.5;
        ctx.strokeRect(edge(step) - width / 2, y.getPixelForValue(1.12) - 1, width, chartArea.bottom - y.getPixelForValue(1.12) + 2);
        ctx.restore();
      },
    };
  }

  private drawBrackets(ctx: CanvasRenderingContext2D, at: { edge(step: number): number; readonly top: number; readonly right: number }): void {
    ctx.strokeStyle = this.colours.bad;
    ctx.lineWidth = 1.4;
    for (const window of this.input.windows) {
      const left = at.edge(window.from - 0.5);
      const right = at.edge(window.to + 0.5);
      ctx.beginPath();
      ctx.moveTo(left, at.top + 6);
      ctx.lineTo(left, at.top);
      ctx.lineTo(right, at.top);
      ctx.lineTo(right, at.top + 6);
      ctx.stroke();
    }
    ctx.fillStyle = this.colours.text;
    ctx.font = `11px ${this.colours.font}`;
    const labels = this.input.windows.map((window) => {
      const text = window.reason;
      const width = ctx.measureText(text).width;
      return { text, width, at: Math.max(0, Math.min(at.edge(window.from - 0.5), at.right + ROOM.right - width)) };
    });
    for (const label of placeLabels([...labels].sort((a, b) => a.at - b.at), 12)) ctx.fillText(label.text, label.at, at.top - 6);
  }

  private drawWords(ctx: CanvasRenderingContext2D, at: { edge(step: number): number; threshold(value: number): number; readonly right: number; readonly bottom: number }): void {
    const { monitor } = this.input;
    ctx.fillStyle = this.colours.text;
    if (monitor.threshold !== null) {
      ctx.font = `11px ${this.colours.font}`;
      ctx.fillText(`τ ${monitor.thresholdText}`, at.right + 5, at.threshold(monitor.threshold) + 4);
    }
    if (monitor.alarm !== null) {
      ctx.font = `600 11px ${this.colours.font}`;
      const isLeft = this.alarmStandsLeft();
      ctx.textAlign = isLeft ? 'right' : 'left';
      ctx.fillText(`alarm at ${monitor.alarm.toLocaleString('en-US')}`, at.edge(monitor.alarm) + (isLeft ? -9 : 9), at.bottom + 13);
      ctx.textAlign = 'left';
    }
  }
}

/** Colours of the theme as a canvas understands them: roles are mixes of variables, which only an element resolves. */
function readColours(canvas: HTMLCanvasElement): Colours {
  const probe = document.createElement('span');
  // The system's high contrast would replace what is asked for by the text's colour.
  probe.style.setProperty('forced-color-adjust', 'none');
  canvas.parentElement?.append(probe);
  const read = (value: string): string => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: read('var(--fg)'),
    muted: read('var(--mut)'),
    live: read('var(--live)'),
    bad: read('var(--bad)'),
    badFill: read('color-mix(in srgb, var(--bad) 16%, transparent)'),
    axis: read('var(--axis)'),
    focus: read('var(--focus)'),
    font: getComputedStyle(document.body).fontFamily,
  };
  probe.remove();
  return colours;
}
