// Which file of an ATIF trajectory a file is.

import type { FileHead } from '../contract';
import { getText } from '../shared/fields';
import { joinPath, parentOf } from '../shared/paths';
import { hasKeys, scanHead } from '../shared/scanHead';

export interface AtifMember {
  /**
   * `main`, a `continuation` of it after its context was summarised, a `side` call of the summariser, or an
   * `export` for training, which repeats a trial and is none.
   */
  readonly kind: 'main' | 'continuation' | 'side' | 'export';
  /** Folder and name without the suffixes below: equal for the files of one trajectory. */
  readonly stem: string;
  /** Number in the name of a continuation or side call, else 0. */
  readonly part: number;
}

const CONTINUATION = /\.cont-(\d{1,9})$/;
const SIDE = /\.summarization-(\d{1,9})-[\w-]+$/;

/** The member that a file is; null when it is no ATIF. */
export function recogniseMember(file: FileHead): AtifMember | null {
  const head = scanHead(file, [['schema_version']]);
  if (head.root === 'array') return /\.traces\.json$/i.test(file.name) && isExport(file) ? { kind: 'export', stem: file.path, part: 0 } : null;
  const version = getText(head.values, 'schema_version');
  if (head.root !== 'object' || version === null) return null;
  // Writers outside Harbor put a bare number; other tools do so too, hence the shape beside it.
  const isAtif = /^ATIF-v/i.test(version) || (/^\d+\.\d+$/.test(version) && hasKeys(head, 'agent') && (head.keys.has('steps') || head.keys.has('session_id')));
  return isAtif ? memberOfName(file) : null;
}

/** Whether a version is one whose meaning is known. */
export function isKnownVersion(version: string): boolean {
  return /^(?:ATIF-v)?1\.[0-7]$/i.test(version);
}

function memberOfName(file: FileHead): AtifMember {
  const stem = file.name.replace(/\.json$/i, '');
  const continuation = CONTINUATION.exec(stem);
  const side = SIDE.exec(stem);
  const base = stem.replace(CONTINUATION, '').replace(SIDE, '');
  const kind = continuation !== null ? 'continuation' : side !== null ? 'side' : 'main';
  return { kind, stem: joinPath(parentOf(file.path), base), part: Number((continuation ?? side)?.[1] ?? 0) };
}

/** An array of `{conversations, ...}`; the first conversation is often longer than the head. */
function isExport(file: FileHead): boolean {
  return /^\s*\[\s*\{\s*"conversations"\s*:\s*\[/.test(new TextDecoder().decode(file.head.subarray(0, 512)));
}
