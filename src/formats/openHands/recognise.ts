import type { Claim, FileHead, SourceFile } from '../contract';
import { getBoolean, getNumber, getRecord, getString, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { joinPath, nameOf, parentOf } from '../shared/paths';
import { hasKeys, scanHead } from '../shared/scanHead';
import type { JsonHead } from '../shared/scanHead';

/** What a file is to this reader, by its name. */
export type FileRole =
  /** Lines of `EvalOutput`. */
  | { readonly kind: 'output'; /** Of the critic's attempts, from 1. */ readonly attempt: number | null; /** Only lines that ended in an error. */ readonly isErrors: boolean }
  | { readonly kind: 'verdicts' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'event'; readonly index: number }
  | { readonly kind: 'state' }
  /** Events once more, or logs of single model calls: nothing that is not elsewhere. */
  | { readonly kind: 'copy' }
  /** A conversation, or lines, under any other name: its content says which. */
  | { readonly kind: 'document' };

const HEAD_BYTES = 4096;
const OUTPUT = /^output(?:\.critic_attempt_(\d{1,4}))?(_errors)?\.jsonl$/;
const SDK_EVENT = /^event-(\d{5,12})-[0-9a-f-]{8,64}\.json$/i;
const LEGACY_EVENT = /^(\d{1,9})\.json$/;
const LOG_FOLDER = /(?:^|\/)(?:llm[-_])?(?:completions|logs)\//;
const CALL_LOG = /-\d{10}(?:\.\d{1,9})?(?:-\w+)?\.json$/;

export function roleOf(path: string): FileRole {
  const name = nameOf(path);
  const output = OUTPUT.exec(name);
  if (output !== null) return { kind: 'output', attempt: output[1] === undefined ? null : Number(output[1]), isErrors: output[2] !== undefined };
  if (name === 'output.swebench_eval.jsonl') return { kind: 'verdicts' };
  if (name === 'metadata.json') return { kind: 'metadata' };
  if (name === 'base_state.json') return { kind: 'state' };
  const folder = nameOf(parentOf(path));
  const event = SDK_EVENT.exec(name)?.[1] ?? (folder === 'events' ? LEGACY_EVENT.exec(name)?.[1] : undefined);
  if (event !== undefined) return { kind: 'event', index: Number(event) };
  return folder === 'event_cache' || (CALL_LOG.test(name) && LOG_FOLDER.test(path)) ? { kind: 'copy' } : { kind: 'document' };
}

/**
 * Files that are read together: the outputs of a run by their folder; the events and state of a conversation, with those
 * of its sub-agents (`<conversation>/subagents/<id>/…`), by the conversation's. Any other file by itself.
 */
export function sourceOf(path: string): string {
  const role = roleOf(path);
  const folder = parentOf(path);
  switch (role.kind) {
    case 'output':
    case 'verdicts':
    case 'metadata':
      return joinPath(folder, 'output');
    case 'event':
      return outermost(nameOf(folder) === 'events' ? parentOf(folder) : folder);
    case 'state':
      return outermost(folder);
    case 'copy':
      return nameOf(folder) === 'event_cache' ? outermost(parentOf(folder)) : path;
    case 'document':
      return path;
  }
}

/** The conversation that a folder belongs to, where it is one of a sub-agent. */
export function outermost(folder: string): string {
  const at = `/${folder}`.indexOf('/subagents/');
  return at < 0 ? folder : folder.slice(0, Math.max(0, at - 1));
}

const FIRST = ['action', 'observation', 'kind', 'source', 'timestamp', 'args', 'extras', 'id', 'type', 'actorType', 'cause', 'role'];
const HEAD_WANT = [
  ...[[], [0], ['trajectory', 0], ['history', 0], ['events', 0], ['entries', 0], ['history', 0, 0]].flatMap((path) => FIRST.map((key) => [...path, key])),
  ...['agent_class', 'max_iterations', 'eval_output_dir', 'issue_type', 'persistence_dir', 'execution_status', 'instance_id'].map((key) => [key]),
  ['test_result', 'report', 'resolved'],
];

export function claimFile(head: FileHead): Claim | null {
  const role = roleOf(head.path);
  if (head.size === 0) {
    // A run that crashed leaves this.
    return role.kind === 'output' && role.attempt === null && !role.isErrors ? { certainty: 'possible', source: sourceOf(head.path) } : null;
  }
  const json = scanHead(head, HEAD_WANT);
  if (json.root === null) return null;
  const certainty = judge(json, role);
  return certainty === null ? null : { certainty, source: isMember(json, role) ? sourceOf(head.path) : head.path };
}

/** A file whose name promises what its content is not is read by itself. */
function isMember(json: JsonHead, role: FileRole): boolean {
  if (role.kind === 'metadata') return isMetadata(json);
  return role.kind !== 'event' || json.root === 'object';
}

/** Whether a file under another name holds lines of an evaluation's output, and not a conversation. */
export function isOutputFile(file: SourceFile): boolean {
  const head = file.read(0, HEAD_BYTES);
  const json = scanHead({ path: file.path, name: nameOf(file.path), size: file.size, head }, HEAD_WANT);
  return json.root === 'object' && (isOutput(json) || isResolver(json));
}

function judge(json: JsonHead, role: FileRole): Claim['certainty'] | null {
  switch (role.kind) {
    case 'output':
      return isOutput(json) || isResolver(json) || json.keys.has('instance_id') ? 'certain' : null;
    case 'verdicts':
      return json.keys.has('instance_id') ? 'certain' : null;
    case 'metadata':
      return isMetadata(json) ? 'certain' : null;
    case 'state':
      return hasKeys(json, 'agent') && ['workspace', 'persistence_dir', 'execution_status', 'stats', 'id'].some((key) => json.keys.has(key)) ? 'certain' : null;
    case 'event':
      return json.root === 'object' && isEventHead(json.values, json.keys) ? 'certain' : null;
    case 'copy':
      return isCopy(json) ? 'certain' : judgeDocument(json);
    case 'document':
      return judgeDocument(json);
  }
}

function judgeDocument(json: JsonHead): Claim['certainty'] | null {
  if (json.root === 'array') return isEventHead(getRecord(json.values, '0'), null) ? 'certain' : null;
  if (isOutput(json) || isResolver(json)) return 'certain';
  if (isEventHead(json.values, json.keys)) return 'certain';
  for (const key of ['trajectory', 'history', 'events', 'entries']) {
    const first = getRecord(getRecord(json.values, key), '0');
    if (first !== null && isEventHead(first, null)) return 'certain';
  }
  return null;
}

function isOutput(json: JsonHead): boolean {
  if (!json.keys.has('instance_id') || json.keys.has('model_patch')) return false;
  return json.keys.has('test_result') || getBoolean(getRecord(getRecord(json.values, 'test_result'), 'report'), 'resolved') !== null || (json.keys.has('history') && hasEvents(json));
}

function hasEvents(json: JsonHead): boolean {
  const first = getRecord(getRecord(json.values, 'history'), '0');
  return first !== null && (isEventHead(first, null) || isEventHead(getRecord(first, '0'), null));
}

function isResolver(json: JsonHead): boolean {
  return hasKeys(json, 'issue', 'issue_type') && ['instruction', 'base_commit', 'git_patch', 'history'].some((key) => json.keys.has(key));
}

function isMetadata(json: JsonHead): boolean {
  return hasKeys(json, 'max_iterations') ? hasKeys(json, 'agent_class') || json.keys.has('llm') || json.keys.has('llm_config') || json.keys.has('eval_output_dir') : hasKeys(json, 'agent_class', 'llm_config');
}

/** The first object of events. Long texts stand before the key that says what an event is, so id, time and source have to do. */
function isEventHead(event: JsonRecord | null, keys: ReadonlySet<string> | null): boolean {
  if (event === null) return false;
  const has = (key: string): boolean => Object.hasOwn(event, key) || keys?.has(key) === true;
  const source = getString(event, 'source');
  if (getText(event, 'type') !== null && getText(event, 'actorType') !== null) return true;
  if (/(?:Event|Condensation|UserRejectObservation|CondensationRequest)$/.test(getString(event, 'kind') ?? '') && getText(event, 'timestamp') !== null) return true;
  const isEvent = getText(event, 'action') !== null || getText(event, 'observation') !== null;
  if (isEvent && (source !== null || has('args') || has('extras')) && !has('role')) return true;
  const isFrom = source !== null && ['agent', 'user', 'environment', 'hook'].includes(source);
  return isFrom && getText(event, 'timestamp') !== null && (getNumber(event, 'id') !== null || getText(event, 'id') !== null) && !has('role') && !has('type');
}

/** A log of one model call, or a page of events. */
function isCopy(json: JsonHead): boolean {
  return json.root === 'object' && json.keys.has('messages') && !json.keys.has('instance_id') && !json.keys.has('info') && !json.keys.has('sessionId') ? true : json.root === 'array' && isEventHead(getRecord(json.values, '0'), null);
}
