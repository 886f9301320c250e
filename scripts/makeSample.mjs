// Writes `sample/`, the folder that comes with the extension: invented traces, an evaluation report, scores and a plan beside
// a synthetic outcome table (which is kept as it is). The same output every time; `--check` compares and writes nothing.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeHarbor } from './sample/harbor.mjs';
import { writeMini } from './sample/miniSwe.mjs';
import { HARBOR_TRIALS, MINI_RUNS } from './sample/stories.mjs';
import { PLAN, README } from './sample/texts.mjs';

const folder = path.resolve(import.meta.dirname, '../sample');
/** Not made here: `paper-a-reconstruction.csv` is a synthetic reconstruction of a published table. */
const KEPT = ['outcome-table/paper-a-reconstruction.csv'];
/** 2026-02-01, noon, UTC. */
const START = 1769947200;
const MINI = 'traces/mini-swe-agent';

/** Path below `sample/` to text. */
function makeFiles() {
  const files = new Map([['README.md', README], ['restart-lens.jsonc', PLAN]]);
  const add = (place, content) => files.set(place, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  const trajectories = MINI_RUNS.map((story, i) => ({ story, ...writeMini(story, START + i * 3600) }));
  for (const { path: place, content } of trajectories) add(`${MINI}/${place}`, content);
  for (const run of new Set(MINI_RUNS.map((story) => story.run))) add(`${MINI}/acme__small-1.${run}.json`, report(MINI_RUNS.filter((story) => story.run === run)));
  for (const { path: place, content } of writeHarbor(HARBOR_TRIALS)) add(`traces/harbor/${place}`, content);
  add('traces/scores.jsonl', scores(trajectories));
  return files;
}

/** Report of the SWE-bench harness on one run. Its name ends in the run's name, by which the two belong together. */
function report(stories) {
  const ids = (keep) => stories.filter(keep).map((story) => story.task).sort();
  const resolved = ids((story) => story.resolved);
  const empty = ids((story) => story.patch === '');
  const unresolved = ids((story) => !story.resolved && story.patch !== '');
  const all = ids(() => true);
  const completed = ids((story) => story.patch !== '');
  return {
    total_instances: all.length, submitted_instances: all.length, completed_instances: completed.length, resolved_instances: resolved.length,
    unresolved_instances: unresolved.length, empty_patch_instances: empty.length, error_instances: 0,
    completed_ids: completed, incomplete_ids: [], empty_patch_ids: empty, submitted_ids: all, resolved_ids: resolved, unresolved_ids: unresolved, error_ids: [], schema_version: 2,
  };
}

/** Scores of an invented probe for every call of the runs on one task: they rise with repeats and with answers that cannot be parsed. */
function scores(trajectories) {
  const lines = trajectories.filter(({ story }) => story.task === 'acme__widget-12').flatMap(({ story, path: place }) => {
    let doubt = 0.1;
    return story.steps.map((step, i) => {
      const isRepeat = step.run !== undefined && story.steps.slice(0, i).some((earlier) => earlier.run === step.run);
      doubt = Math.min(0.97, Math.max(0.05, doubt + (isRepeat ? 0.09 : step.says !== undefined ? 0.22 : step.code ? 0.04 : -0.05)));
      return JSON.stringify({ file: `mini-swe-agent/${place}`, call: i + 1, monitor: 'probe', score: Number(doubt.toFixed(2)), threshold: 0.8 });
    });
  });
  return `${lines.join('\n')}\n`;
}

function existing() {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')).filter((place) => !KEPT.includes(place));
}

const files = makeFiles();
const strays = existing().filter((place) => !files.has(place));
if (process.argv.includes('--check')) {
  const stale = [...files].filter(([place, text]) => !existsSync(path.join(folder, place)) || readFileSync(path.join(folder, place), 'utf8') !== text).map(([place]) => place);
  const wrong = [...stale, ...strays, ...KEPT.filter((place) => !existsSync(path.join(folder, place)))];
  if (wrong.length > 0) {
    console.error(`sample/ is not what scripts/makeSample.mjs writes: ${wrong.join(', ')}`);
    process.exit(1);
  }
} else {
  for (const place of strays) rmSync(path.join(folder, place));
  for (const [place, text] of files) {
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    writeFileSync(path.join(folder, place), text);
  }
  console.log(`Wrote ${files.size} files to sample/.`);
}
