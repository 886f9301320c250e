import assert from 'node:assert/strict';
import { chooseCutoff, leaveOneTaskOut } from '../../../src/engine/cutoffSelection';
import { replayCell } from '../../../src/engine/replay';
import { drawResampled, resampleTasks, summariseReplicates, type TaskReplicates, type TaskResampling } from '../../../src/engine/taskBootstrap';
import { readReconstruction } from '../../support/reconstruction';

function finish(design: TaskResampling): TaskReplicates {
  const work = resampleTasks(design);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

const cutoffs = Array.from({ length: 14 }, (_, k) => 4 + 2 * k);
const cellsOf = (model: string, cohort: string) => readReconstruction().filter((cell) => cell.model === model && cell.cohort === cohort);
const success = (attempts: Parameters<typeof replayCell>[0], cap: number, budget = 30): number => {
  const replay = replayCell(attempts, { schedule: { kind: 'fixed', cap }, budget });
  return replay.kind === 'ok' ? replay.success : NaN;
};

describe('choosing a cutoff (synthetic reconstruction of paper A)', () => {
  const values = cellsOf('luna', 'initial').map(({ attempts }) => cutoffs.map((cap) => success(attempts, cap)));

  it('takes the longest of equals in sample, and loses the gain on tasks that it was not chosen on', () => {
    assert.equal(chooseCutoff({ cutoffs, values })?.cutoff, 20);
    const heldOut = leaveOneTaskOut({ cutoffs, values });
    assert.equal(((heldOut?.mean ?? NaN) * 100).toFixed(2), '75.54');
    const index = cellsOf('luna', 'initial').findIndex(({ task }) => task === '24443');
    assert.deepEqual([heldOut?.tasks[index]?.cutoff, heldOut?.tasks[index]?.value.toFixed(3)], [10, '0.488']);
  });

  it('needs two tasks to leave one out, and does not depend on the order of cutoffs', () => {
    assert.equal(leaveOneTaskOut({ cutoffs, values: values.slice(0, 1) }), null);
    assert.equal(chooseCutoff({ cutoffs, values: [] }), null);
    const reversed = { cutoffs: [...cutoffs].reverse(), values: values.map((row) => [...row].reverse()) };
    assert.equal(leaveOneTaskOut(reversed)?.mean, leaveOneTaskOut({ cutoffs, values })?.mean);
  });
});

describe('resampling tasks, then attempts', () => {
  it('gives the range that paper A prints for the DeepSeek contrast, within chance', () => {
    const cells = cellsOf('deepseek', 'initial').map(({ attempts }) => attempts);
    const { low, high, positive } = summariseReplicates(finish({ tasks: cells.length, draw: drawResampled(cells, (attempts) => success(attempts, 16) - success(attempts, 30)), seed: 1 }));
    // Exact law: -0.6914 and -0.1714; steps of the law beside them, MATH.md 0.
    assert.ok(low >= -0.7143 && low <= -0.6857 && high >= -0.1943 && high <= -0.1657, `${low} ${high}`);
    assert.equal(positive, 0);
  });

  it('is the same for the same seed, and spreads like a mean of independent values', () => {
    const design: TaskResampling = { tasks: 5, draw: (task, random) => task + random.unit(), seed: 9, replicates: 20_000 };
    const [first, second] = [finish(design), finish(design)];
    assert.deepEqual(first.sorted, second.sorted);
    // Variance of a task from 0 to 4 plus a uniform number: 2 + 1 / 12, over five positions.
    assert.ok(Math.abs(first.deviation - Math.sqrt((2 + 1 / 12) / 5)) < 0.01);
    assert.ok(Math.abs(first.mean - 2.5) < 0.02);
  });
});
