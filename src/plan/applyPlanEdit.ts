import { applyEdits, createScanner, findNodeAtLocation, modify, parseTree, type Edit, type JSONPath, type Node, type ParseError } from 'jsonc-parser';
import { printValue } from './printValue';

/** The text of a plan cannot be edited in place: it is not JSON with comments, or holds no object. */
export class PlanNotEditable extends Error {
  readonly code = 'plan-not-editable';
}

/**
 * The text of a plan with `value` at `path`, everything else (comments, order, layout, line ends) as it was. An absent
 * key is added at the end; `undefined` removes the key or the list entry, and leaves the comments around it. A text
 * without any value becomes an object first. Throws `PlanNotEditable` when the text has syntax errors, or when `path`
 * leads through something that is neither object nor list.
 *
 * Example: `applyPlanEdit('{ "budget": 30 } // ours', ['budget'], 60)` is `'{ "budget": 60 } // ours'`.
 */
export function applyPlanEdit(text: string, path: readonly (string | number)[], value: unknown): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  const start = withObject(text.slice(mark.length));
  const target: JSONPath = [...path];
  if (value === undefined) return mark + removeAt(start, target);
  const root = parse(start);
  if (findNodeAtLocation(root, target) !== undefined) return mark + replaceAt(start, target, value);
  const parent = findNodeAtLocation(root, target.slice(0, -1));
  const key = target[target.length - 1];
  if (parent?.type === 'object' && typeof key === 'string') return mark + insertProperty(start, parent, `${JSON.stringify(key)}: ${printValue(value)}`);
  // jsonc-parser spreads a value over many lines; so it places a null, which is then filled.
  return mark + replaceAt(applyEdits(start, insertNull(start, target)), target, value);
}

function parse(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) throw new PlanNotEditable('The plan has syntax errors; mend them before it is edited.');
  if (root.type !== 'object') throw new PlanNotEditable('The plan is not an object in braces.');
  return root;
}

function withObject(text: string): string {
  if (parseTree(text, [], { allowTrailingComma: true }) !== undefined) return text;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${gap}{\n}\n`;
}

/**
 * Adds a property behind everything that the object holds, comments included. (jsonc-parser would put it directly
 * behind the last property, where it takes over the comment at the end of that line.)
 */
function insertProperty(text: string, object: Node, property: string): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.[object.children.length - 1];
  const lastEnd = last === undefined ? null : last.offset + last.length;
  const comma = lastEnd === null ? null : findComma(text, lastEnd);
  const edits: Edit[] = [];
  if (lastEnd !== null && !text.slice(object.offset, close).includes('\n')) {
    edits.push(comma === null ? { offset: lastEnd, length: 0, content: `, ${property}` } : { offset: comma + 1, length: 0, content: ` ${property},` });
    return applyEdits(text, edits);
  }
  const { eol, indent } = layoutOf(text);
  const lineStart = text.lastIndexOf('\n', object.offset) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const contentEnd = text.slice(0, close).trimEnd().length;
  if (lastEnd !== null && comma === null) edits.push({ offset: lastEnd, length: 0, content: ',' });
  edits.push({ offset: contentEnd, length: close - contentEnd, content: `${eol}${outer}${indent}${property}${comma === null ? '' : ','}${eol}${outer}` });
  return applyEdits(text, edits);
}

function layoutOf(text: string): { readonly eol: string; readonly indent: string } {
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', indent: /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ' };
}

function insertNull(text: string, path: JSONPath): Edit[] {
  const { eol, indent } = layoutOf(text);
  const insertSpaces = !indent.startsWith('\t');
  try {
    return modify(text, path, null, { formattingOptions: { eol, insertSpaces, tabSize: insertSpaces ? indent.length : 4 } });
  } catch (error) {
    throw new PlanNotEditable(`Nothing can be written at ${path.join('.')}.`, { cause: error });
  }
}

function replaceAt(text: string, path: JSONPath, value: unknown): string {
  const node = findNodeAtLocation(parse(text), path);
  if (node === undefined) throw new PlanNotEditable(`Nothing can be written at ${path.join('.')}.`);
  return text.slice(0, node.offset) + printValue(value) + text.slice(node.offset + node.length);
}

/** Removes a property or entry with its comma, and its line when nothing else stands there. */
function removeAt(text: string, path: JSONPath): string {
  const value = findNodeAtLocation(parse(text), path);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children;
  if (node === undefined || siblings === undefined) return text;
  const end = node.offset + node.length;
  const after = findComma(text, end);
  const previous = siblings[siblings.indexOf(node) - 1];
  const before = after === null && previous !== undefined ? findComma(text, previous.offset + previous.length) : null;
  const comma = after ?? before;
  const edits: Edit[] = [lineWise(text, node.offset, after === end ? end + 1 : end)];
  if (comma !== null && comma !== end) edits.push({ offset: comma, length: 1, content: '' });
  return applyEdits(text, edits.sort((a, b) => a.offset - b.offset));
}

/** Offset of the comma that follows, comments and spaces passed over; null when another token follows. */
function findComma(text: string, from: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null;
}

/** The range, grown to its whole line when the line holds nothing else, or by the spaces that follow it. */
function lineWise(text: string, start: number, end: number): Edit {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const rest = /^[ \t]*(\r\n|\n|\r)?/.exec(text.slice(end));
  const hasLineEnd = rest?.[1] !== undefined;
  const isAlone = hasLineEnd && text.slice(lineStart, start).trim() === '' && lineStart > 0;
  if (isAlone) return { offset: lineStart, length: end + (rest?.[0].length ?? 0) - lineStart, content: '' };
  return { offset: start, length: end - start + (hasLineEnd ? 0 : (rest?.[0].length ?? 0)), content: '' };
}
