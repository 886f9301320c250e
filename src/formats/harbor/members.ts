// Which file of a Harbor job or trial a file is, from its path and the start of its content.

import type { FileHead, SourceFile } from '../contract';
import { nameOf, parentOf } from '../shared/paths';
import { hasKeys, scanHead } from '../shared/scanHead';

export type MemberKind =
  | 'trial-result'
  | 'trial-config'
  | 'job-result'
  | 'job-config'
  | 'job-lock'
  | 'reward-text'
  | 'reward-json'
  | 'test-report'
  | 'episode-request'
  | 'episode-response'
  | 'episode-tools'
  | 'terminus-prompt'
  | 'terminus-response'
  | 'terminus-debug';

export interface Member {
  readonly kind: MemberKind;
  /** The trial or job folder; '' at the root. */
  readonly folder: string;
  /** Number in the name of an episode folder, else null. */
  readonly episode: number | null;
}

export interface MemberFile {
  readonly file: SourceFile;
  readonly member: Member;
}

/** Files that are known by where they stand in a trial folder: their content is free text or another tool's. */
const PLACES: readonly (readonly [RegExp, MemberKind])[] = [
  [/^(?<folder>|.*\/)verifier\/reward\.txt$/, 'reward-text'],
  [/^(?<folder>|.*\/)verifier\/reward\.json$/, 'reward-json'],
  [/^(?<folder>|.*\/)verifier\/[^/]*ctrf\.json$/, 'test-report'],
  [/^(?<folder>|.*\/)agent\/episodes\/episode-(?<episode>\d{1,9})\/request\.json$/, 'episode-request'],
  [/^(?<folder>|.*\/)agent\/episodes\/episode-(?<episode>\d{1,9})\/response\.json$/, 'episode-response'],
  [/^(?<folder>|.*\/)agent\/episodes\/episode-(?<episode>\d{1,9})\/tool-results\.json$/, 'episode-tools'],
  [/^(?<folder>|.*\/)agent\/episode-(?<episode>\d{1,9})\/prompt\.txt$/, 'terminus-prompt'],
  [/^(?<folder>|.*\/)agent\/episode-(?<episode>\d{1,9})\/response\.txt$/, 'terminus-response'],
  [/^(?<folder>|.*\/)agent\/episode-(?<episode>\d{1,9})\/debug\.json$/, 'terminus-debug'],
];

/** The member that a file is; null when it belongs to no Harbor folder. */
export function recogniseMember(head: FileHead): Member | null {
  const kind = kindOfContent(head);
  if (kind !== null) return { kind, folder: parentOf(head.path), episode: null };
  // Only names that occur are worth the patterns: most files of a tree are none of them.
  if (!/^(reward|request|response|tool-results|prompt|debug|.*ctrf)\.(txt|json)$/.test(nameOf(head.path))) return null;
  for (const [pattern, member] of PLACES) {
    const groups = pattern.exec(head.path)?.groups;
    if (groups === undefined) continue;
    const folder = (groups.folder ?? '').replace(/\/$/, '');
    return { kind: member, folder, episode: groups.episode === undefined ? null : Number(groups.episode) };
  }
  return null;
}

function kindOfContent(file: FileHead): MemberKind | null {
  const head = scanHead(file);
  if (head.root !== 'object') return null;
  if (hasKeys(head, 'trial_name', 'task_name') && ['trial_uri', 'task_id', 'task_checksum', 'agent_info'].some((key) => head.keys.has(key))) {
    return 'trial-result';
  }
  if (hasKeys(head, 'trial_name', 'task') && ['trials_dir', 'agent', 'job_id'].some((key) => head.keys.has(key))) return 'trial-config';
  if (hasKeys(head, 'n_total_trials', 'stats')) return 'job-result';
  if (hasKeys(head, 'job_name') && ['jobs_dir', 'n_attempts', 'orchestrator', 'n_concurrent_trials'].some((key) => head.keys.has(key))) return 'job-config';
  if (hasKeys(head, 'harbor', 'created_at') && ['trials', 'invocation', 'n_concurrent_trials'].some((key) => head.keys.has(key))) return 'job-lock';
  return null;
}
