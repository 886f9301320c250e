// What the path of a report says about its run, its model and its instance.

import { pushAll } from '../../base/extent';
import { nameOf, parentOf } from '../shared/paths';
import type { ReportShape } from './shapes';

export interface ReportPlace {
  /** Names that may be the run's, for the join; '' for the root. */
  readonly runIds: readonly string[];
  /** File name without `.json`; null where the name is the same in every run. */
  readonly stem: string | null;
  readonly model: string | null;
  /** Instance of a report that lies in a folder of its own; null when the folder's name is no instance id. */
  readonly instance: string | null;
  /** Attempt that the report judges, where its name says that. */
  readonly attempt: string | null;
}

/** File names that say nothing about a run. */
const COMMON = /^(?:output\.)?(?:report|results|result|summary|resolved_by_\w+)$/i;
/** Folders that hold one folder for each instance, in a run's own folder. */
const INSTANCE_PARENTS = new Set(['logs', 'eval_outputs']);

/**
 * - `…/run_evaluation/<run id>/<model>/<instance>/report.json`: run id, model with `__` for `/`, instance;
 * - `…/<run>/logs/<instance>/report.json` and `…/<run>/eval_outputs/<instance>/report.json`: run, instance;
 * - `…/<run>/results/results.json`: run;
 * - `<subset>__<split>__<run id>.json` (sb-cli): run id;
 * - `<run>/output.report.json`, `<run>/output.critic_attempt_<n>.report.json` (OpenHands): run, attempt;
 * - otherwise the stem, which ends in `.<run id>`.
 */
export function placeOfReport(path: string, shape: ReportShape | null): ReportPlace {
  const folders = parentOf(path).split('/').filter((name) => name !== '');
  const stem = nameOf(path).replace(/\.json$/i, '');
  const isOne = shape === 'keyed' || shape === 'flat' || shape === null;
  const last = folders.at(-1) ?? '';
  const instance = isOne && /__|-\d+$/.test(last) ? last : null;
  const above = instance === null ? folders : folders.slice(0, -1);
  const runIds: string[] = [];
  let model: string | null = null;
  const evaluation = above.lastIndexOf('run_evaluation');
  if (evaluation >= 0) {
    pushAll(runIds, above.slice(evaluation + 1));
    model = above[evaluation + 2]?.replace(/__/g, '/') ?? null;
  } else if (INSTANCE_PARENTS.has(above.at(-1) ?? '') || above.at(-1) === 'results') {
    runIds.push(above.at(-2) ?? '');
  }
  const cloud = /^swe-bench[\w-]*?__(?:dev|test|train)__(.+)$/i.exec(stem);
  if (cloud?.[1] !== undefined) runIds.push(cloud[1]);
  const ofOutput = /^output(?:\.(critic_attempt_\d+))?\.report$/.exec(stem);
  if (ofOutput !== null) runIds.push(last);
  return { runIds, attempt: ofOutput?.[1] ?? null, stem: ofOutput !== null || COMMON.test(stem) || isOne ? null : stem, model, instance };
}
