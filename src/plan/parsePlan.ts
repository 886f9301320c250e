import { pushAll } from '../base/extent';
import { createScanner, findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import type { Plan } from '../model/plan';
import type { Problem } from '../model/problem';
import { checkPlanRelations, DEFAULT_PLAN, PLAN_KEYS, readPlanField } from './planFields';
import { shorten, unknownKey, type PlanFault } from './reading';
import { placeOf } from './textPlace';
import { describeUnbuiltKey } from './unbuilt';

/** What a plan file says. */
export interface ParsedPlan {
  /** Every value that could be read; defaults for the rest. */
  readonly plan: Plan;
  /** Keys that the file does not state, or states badly, in the plan's own order. */
  readonly defaults: readonly (keyof Plan)[];
  /** In file order, all of severity error: an audit must not run on a plan that has one. */
  readonly problems: readonly Problem[];
}

const LARGEST_TEXT = 1_000_000;
const DEEPEST = 16;
/** One slip can make the rest of a file unreadable; further messages would only repeat it. */
const MOST_SYNTAX_ERRORS = 5;

/** Keys that editors add and that say nothing about the audit. */
const IGNORED_KEYS = ['$schema'];

/**
 * Reads the text of a `restart-lens.jsonc`: JSON with comments and trailing commas. Never throws. Unknown keys, and
 * words of the subject that this version does not build, are problems; so are values out of range.
 * `file` is the name that the problems carry.
 */
export function parsePlan(text: string, file: string): ParsedPlan {
  const problems: Problem[] = [];
  const report: Report = (offset, { code, found, expected, message }) => {
    problems.push({ file, ...placeOf(text, offset), code, severity: 'error', found, expected, message });
  };
  const root = parseRoot(text, report);
  if (root === null) return { plan: DEFAULT_PLAN, defaults: PLAN_KEYS, problems };
  const brokenFrom = problems[0]?.byte ?? Infinity;
  const before = problems.length;
  const { plan, stated } = readValues(root, report);
  const values = problems.splice(before).filter((p) => (p.byte ?? 0) < brokenFrom);
  pushAll(problems, values);
  problems.sort((a, b) => (a.byte ?? 0) - (b.byte ?? 0));
  return { plan, defaults: PLAN_KEYS.filter((key) => !stated.has(key)), problems };
}

type Report = (offset: number, found: Pick<Problem, 'code' | 'found' | 'expected' | 'message'>) => void;

/** The object at the root, with a problem for each syntax error; null when there is none to read. */
function parseRoot(text: string, report: Report): Node | null {
  if (text.length > LARGEST_TEXT) {
    report(0, { code: 'too-large', found: `${text.length} characters`, expected: `at most ${LARGEST_TEXT}`, message: 'The plan is too large to be one; it was not read.' });
    return null;
  }
  // The parser knows no byte order mark; a space in its place keeps every offset.
  const plain = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  const deep = findTooDeep(plain);
  if (deep !== null) {
    report(deep, { code: 'too-deep', found: `more than ${DEEPEST} levels`, expected: `at most ${DEEPEST} levels`, message: 'The plan is nested too deeply; it was not read.' });
    return null;
  }
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true });
  if (root === undefined) {
    report(0, { code: 'not-json', found: 'no value', expected: 'an object such as { "budget": 30 }', message: 'The plan is empty. Expected an object in braces; {} stands for all defaults.' });
    return null;
  }
  for (const error of errors.slice(0, MOST_SYNTAX_ERRORS)) reportSyntax(error, plain, report);
  if (root.type !== 'object') {
    if (errors.length === 0) report(root.offset, { code: 'bad-value', found: root.type, expected: 'an object', message: 'A plan is an object in braces.' });
    return null;
  }
  return root;
}

/** Offset of the first bracket that opens more than `DEEPEST` levels; the parser itself would overflow the stack. */
function findTooDeep(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const first = text[scanner.getTokenOffset()];
    if (first === undefined) return null;
    if (first === '{' || first === '[') depth++;
    if (first === '}' || first === ']') depth--;
    if (depth > DEEPEST) return scanner.getTokenOffset();
  }
}

const SYNTAX_WORDS: ReadonlyMap<string, readonly [expected: string, message: string]> = new Map([
  ['PropertyNameExpected', ['a key in double quotes', 'Expected a key in double quotes here.']],
  ['ValueExpected', ['a value', 'Expected a value here.']],
  ['ColonExpected', ['a colon', 'Expected a colon between key and value.']],
  ['CommaExpected', ['a comma', 'Expected a comma before this.']],
  ['CloseBraceExpected', ['}', 'A closing brace is missing.']],
  ['CloseBracketExpected', [']', 'A closing bracket is missing.']],
  ['EndOfFileExpected', ['the end of the file', 'The plan ended before this; remove what follows.']],
  ['UnexpectedEndOfString', ['a closing quote', 'A text is not closed.']],
  ['UnexpectedEndOfComment', ['*/', 'A comment is not closed.']],
  ['InvalidNumberFormat', ['a number', 'This is no number.']],
]);

function reportSyntax(error: ParseError, text: string, report: Report): void {
  const [expected, message] = SYNTAX_WORDS.get(printParseErrorCode(error.error)) ?? ['JSON with comments', 'This is not JSON.'];
  const found = text.slice(error.offset, error.offset + error.length);
  report(error.offset, { code: 'not-json', found: found === '' ? 'the end of the file' : shorten(found), expected, message });
}

function readValues(root: Node, report: Report): { readonly plan: Plan; readonly stated: ReadonlySet<keyof Plan> } {
  reportDuplicates(root, report);
  const nodes = new Map<string, Node>();
  for (const property of root.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined) continue;
    const name = String(key.value);
    if (IGNORED_KEYS.includes(name)) continue;
    if (!PLAN_KEYS.some((known) => known === name)) reportUnknown(name, key, report);
    else if (value !== undefined) nodes.set(name, value);
  }
  const stated = new Set<keyof Plan>();
  const take = <K extends keyof Plan>(key: K): Plan[K] => {
    const node = nodes.get(key);
    if (node === undefined) return DEFAULT_PLAN[key];
    const reading = readPlanField(key, getNodeValue(node));
    if (!reading.ok) {
      for (const fault of reading.faults) report(offsetOf(fault, node), fault);
      return DEFAULT_PLAN[key];
    }
    // Null is how a plan says "not stated".
    if (reading.value !== null) stated.add(key);
    return reading.value;
  };
  const plan: Plan = {
    axis: take('axis'),
    budget: take('budget'),
    times: take('times'),
    alpha: take('alpha'),
    rule: take('rule'),
    family: take('family'),
    estimand: take('estimand'),
    seed: take('seed'),
    runtimeKey: take('runtimeKey'),
    cohorts: take('cohorts'),
    exitTable: take('exitTable'),
    monitors: take('monitors'),
    cells: take('cells'),
    attemptsPerCell: take('attemptsPerCell'),
    marginPoints: take('marginPoints'),
    missingData: take('missingData'),
    utility: take('utility'),
    rules: take('rules'),
  };
  for (const fault of checkPlanRelations(plan)) report(offsetOf(fault, root), fault);
  return { plan, stated };
}

function reportUnknown(name: string, key: Node, report: Report): void {
  const unbuilt = describeUnbuiltKey(name);
  if (unbuilt === null) report(key.offset, unknownKey(name, PLAN_KEYS, 'a plan'));
  else report(key.offset, { code: 'unknown-record', found: `"${name}"`, expected: 'a key that this version builds', message: unbuilt });
}

/** A second value for a key would win silently. */
function reportDuplicates(node: Node, report: Report): void {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const key = child.type === 'property' ? child.children?.[0] : undefined;
    if (key !== undefined) {
      const name = String(key.value);
      if (seen.has(name)) report(key.offset, { code: 'duplicate', found: `"${shorten(name)}" again`, expected: 'each key once', message: `"${shorten(name)}" is stated twice.` });
      seen.add(name);
    }
    reportDuplicates(child, report);
  }
}

/** Where a fault stands: at its value, or at the key when the key itself is wrong. */
function offsetOf(fault: PlanFault, node: Node): number {
  const place = findNodeAtLocation(node, [...fault.path]);
  if (place === undefined) return node.offset;
  return fault.code === 'unknown-record' && place.parent?.type === 'property' ? place.parent.offset : place.offset;
}
