import type { Claim, FileHead } from '../contract';
import { getString } from '../shared/fields';
import { scanJson } from '../shared/jsonSlices';
import type { JsonSlice, PathPattern } from '../shared/jsonSlices';
import { parseJson } from '../shared/parseJson';
import { asSpan } from './rawSpan';

/** Names of fields that only spans have, by what they prove. */
const TRACES = new Set(['traceId', 'trace_id', 'context.trace_id', 'traceID']);
const SPANS = new Set(['spanId', 'span_id', 'context.span_id', 'spanID', 'parentSpanId', 'parent_span_id']);
const RUNS = new Set(['dotted_order', 'parent_run_id', 'trace_id']);
const FIELDS = [...TRACES, ...SPANS, ...RUNS, 'run_type', 'context', 'type', 'name', 'parentObservationId', 'startTime'];
/** Where a first span may stand: the root, a list, a list under a key, the first of several lists or of several traces. */
const PLACES: readonly PathPattern[] = [[], [0], ['*', 0], [0, 0], [0, '*', 0]];
const OTLP = ['resourceSpans', 'resource_spans', 'batches'];
const WANT: readonly PathPattern[] = [
  ...PLACES.flatMap((place) => FIELDS.map((field) => [...place, field])),
  ...PLACES.slice(1),
  ...OTLP.flatMap((root) => [[root, 0, 'resource'], [root, 0, 'scopeSpans'], [root, 0, 'scope_spans'], ...['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'].map((scope) => [root, 0, scope, 0, 'spans', 0, 'name'])]),
];

/**
 * Claims files whose first span can be told within the head: by the ids of a trace and a span, by a run's type and sort
 * key, by an observation's type and trace. OTLP is told by its first key. A trace of Langfuse whose own input fills the
 * head is possible.
 */
export function claimSpans(head: FileHead): Claim | null {
  const claim = (certainty: Claim['certainty']): Claim => ({ certainty, source: head.path });
  const start = head.head.findIndex((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  if (start < 0 || (head.head[start] !== 0x7b && head.head[start] !== 0x5b)) return null;
  const slices: JsonSlice[] = [];
  const scan = scanJson([head.head.subarray(start)], { want: WANT }, (slice) => slices.push(slice));
  if (scan.root === 'object' && OTLP.some((key) => scan.keys[0] === key || scan.keys.includes(key))) return claim('certain');
  const found = new Map<string, Set<string>>();
  for (const { path, bytes } of slices) {
    const last = path.at(-1);
    if (typeof last === 'number') {
      if (isSpanText(bytes)) return claim('certain');
      continue;
    }
    const place = JSON.stringify(path.slice(0, -1));
    const fields = found.get(place) ?? new Set();
    found.set(place, fields);
    note(fields, String(last), bytes);
  }
  if ([...found.values()].some(isSpan)) return claim('certain');
  const keys = new Set(scan.keys);
  const isTrace = scan.cut !== null && ['id', 'name', 'timestamp'].every((key) => keys.has(key)) && ['input', 'output', 'metadata'].includes(String(scan.cut.path[0]));
  return isTrace ? claim('possible') : null;
}

function isSpanText(bytes: Uint8Array): boolean {
  const parsed = parseJson(bytes);
  return parsed.ok && asSpan(parsed.value, getString(parsed.value, 'traceId')) !== null;
}

function note(fields: Set<string>, field: string, bytes: Uint8Array): void {
  const parsed = parseJson(bytes);
  const value = parsed.ok ? parsed.value : null;
  if (field === 'context') {
    if (getString(value, 'trace_id') !== null) fields.add('trace_id');
    if (getString(value, 'span_id') !== null) fields.add('span_id');
  } else if (field === 'type') {
    if (typeof value === 'string' && /^(?:GENERATION|SPAN|EVENT|TOOL|AGENT|CHAIN|RETRIEVER|EMBEDDING|EVALUATOR|GUARDRAIL)$/.test(value)) fields.add('observation');
  } else if (typeof value === 'string') {
    fields.add(field);
  }
}

function isSpan(fields: ReadonlySet<string>): boolean {
  const has = (names: ReadonlySet<string>): boolean => [...names].some((name) => fields.has(name));
  if (fields.has('run_type') && has(RUNS)) return true;
  if (fields.has('observation') && fields.has('startTime')) return true;
  return has(TRACES) && has(SPANS) && fields.has('name');
}
