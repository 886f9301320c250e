// Which file of a Terminal-Bench 1 run a file is.

import type { FileHead } from '../contract';
import { getText } from '../shared/fields';
import { nameOf, parentOf } from '../shared/paths';
import { hasKeys, scanHead } from '../shared/scanHead';

export type MemberKind = 'run' | 'trial' | 'metadata' | 'lock';

export interface Member {
  readonly kind: MemberKind;
  /** The run folder; '' at the root. */
  readonly runFolder: string;
}

/** The member that a file is; null when it belongs to no run. */
export function recogniseMember(file: FileHead): Member | null {
  const head = scanHead(file, [['trial_name'], ['task_id'], ['results', 0, 'trial_name']]);
  if (head.root !== 'object') return null;
  const folder = parentOf(file.path);
  if (hasKeys(head, 'trial_name', 'task_id') && ['is_resolved', 'instruction', 'failure_mode'].some((key) => head.keys.has(key))) {
    return { kind: 'trial', runFolder: runFolderOfTrial(folder, getText(head.values, 'task_id')) };
  }
  const hasRows = Object.hasOwn(head.values, 'results');
  if (hasKeys(head, 'results') && (hasRows || hasKeys(head, 'n_resolved', 'accuracy'))) return { kind: 'run', runFolder: folder };
  if (hasKeys(head, 'run_id', 'agent_name', 'dataset_name')) return { kind: 'metadata', runFolder: folder };
  if (hasKeys(head, 'lockfile_version', 'invocation', 'harness')) return { kind: 'lock', runFolder: folder };
  return null;
}

/** `<run>/<task>/<trial>`, or `<run>/<trial>` where there is no folder for the task. */
function runFolderOfTrial(trialFolder: string, task: string | null): string {
  const above = parentOf(trialFolder);
  return nameOf(above) === task ? parentOf(above) : above;
}
