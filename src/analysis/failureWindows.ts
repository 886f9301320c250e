import type { TraceIndex } from '../index/traceIndex';
import type { MonitorPlan } from '../model/plan';
import type { PlacedWindow } from '../model/monitors';
import { runMonitors } from '../monitors/runMonitors';

/** The failure windows of every run, in the index's order, by monitor, then step. Cost: every step once for each monitor. */
export function failureWindows(index: TraceIndex, monitors: readonly MonitorPlan[]): readonly PlacedWindow[] {
  return Array.from({ length: index.attemptCount }, (_, row) => windowsOf(index, row, monitors)).flat();
}

function windowsOf(index: TraceIndex, row: number, monitors: readonly MonitorPlan[]): readonly PlacedWindow[] {
  const attempt = index.attempt(row);
  const steps = index.steps(row);
  const runs = runMonitors(steps, { callLimit: attempt.limits.calls, outside: index.scores(row), plan: monitors });
  return runs.flatMap((run) =>
    run.windows.map((window): PlacedWindow => {
      const first = steps[window.from]?.action ?? steps[window.from]?.observation ?? null;
      const last = steps[window.to]?.observation ?? steps[window.to]?.action ?? null;
      return {
        attemptId: attempt.id,
        task: attempt.task,
        attempt: attempt.attempt,
        monitor: run.name,
        description: run.description,
        reason: window.reason,
        from: window.from + 1,
        to: window.to + 1,
        range: first === null || last === null || first.file !== last.file ? first : { file: first.file, start: first.start, end: Math.max(last.end, first.end) },
      };
    }),
  );
}
