// Where a conversation keeps its messages.

import { asArray, asRecord, getArray, getField } from '../shared/fields';
import { describeChat } from '../shared/chatMessages';

/** Keys of lists of messages, the likeliest first. */
export const LIST_KEYS = [
  'messages', 'trajectory', 'conversations', 'conversation', 'history', 'chat_history', 'dialogue', 'dialog', 'transcript', 'turns', 'chat', 'input', 'output', 'prompt', 'completion', 'events', 'items', 'trace', 'steps', 'log',
] as const;

/** Lists that make one conversation together, in this order: what was asked for and what came. */
const JOINED: Readonly<Record<string, string>> = { output: 'input', completion: 'prompt', response: 'messages', choices: 'messages' };

/** Lists of whole conversations. */
export const COLLECTION_KEYS = ['data', 'rows', 'trajectories', 'rollouts', 'samples', 'results', 'runs', 'attempts', 'sessions', 'examples'] as const;

/** Keys under which one more object holds the messages. */
export const ENVELOPE_KEYS = ['request', 'body', 'row', 'data', 'sample', 'trajectory', 'result', 'kwargs', 'params'] as const;

/** The list that the messages under a key belong to. */
export function listOf(key: string): string {
  return JOINED[key] ?? key;
}

export type RecordKind = 'message' | 'conversation' | 'other';

/** What one record of a list or a line is. */
export function classifyRecord(value: unknown): RecordKind {
  const list = asArray(value);
  if (list !== null) return list.some((item) => describeChat(item) !== null) ? 'conversation' : 'other';
  if (asRecord(value) === null) return 'other';
  if (holdsMessages(value)) return 'conversation';
  return describeChat(value) === null ? 'other' : 'message';
}

function holdsMessages(value: unknown): boolean {
  return LIST_KEYS.some((key) => isMessageList(getField(value, key))) || ENVELOPE_KEYS.some((key) => LIST_KEYS.some((list) => getArray(getField(value, key), list) !== null && isMessageList(getField(getField(value, key), list))));
}

/** Some element among the first is a message; or a string that holds such a list. */
function isMessageList(value: unknown): boolean {
  if (typeof value === 'string') return /^\s{0,40}\[\s{0,40}\{/.test(value.slice(0, 100)) && /"(?:role|from)"\s{0,8}:/.test(value.slice(0, 65_536));
  return asArray(value)?.slice(0, 20).some((item) => describeChat(item) !== null) ?? false;
}
