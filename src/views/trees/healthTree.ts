import type { Problem } from '../../model/problem';
import type { IndexFile } from '../../model/results';
import { groupBy } from '../../base/groupBy';
import { compareText } from '../../base/compareText';
import { groupAlike, type AlikeProblems } from '../alikeProblems';
import { formatCount } from '../numbers';
import { countOf } from '../words';
import { cutRows, treeNode, type Rest, type TreeGlyph, type TreeNode } from './treeNode';

const SHOWN_PROBLEM_FILES = 200;
/** Places of problems that say the same. */
const SHOWN_PLACES = 20;
const restOf = (id: string): Rest => ({ id, tooltip: 'The Problems panel lists them by file.', command: 'workbench.actions.view.problems' });

/** What was read, by format, with the three counts; and the problems, by file, worst first. Remarks that say the same in several files are one row, as on the command line. */
export function viewHealthTree(files: readonly IndexFile[], problems: readonly Problem[]): readonly TreeNode[] {
  return [readNode(files), ...problemsNode(problems)];
}

/** "Read 812 = 800 shown + 10 folded + 2 unreadable". */
export function countsSentence(files: readonly Pick<IndexFile, 'records' | 'shown' | 'folded' | 'unreadable'>[]): string {
  const sum = (pick: 'records' | 'shown' | 'folded' | 'unreadable'): string => formatCount(files.reduce((total, file) => total + file[pick], 0));
  return `${sum('records')} read = ${sum('shown')} shown + ${sum('folded')} folded + ${sum('unreadable')} unreadable`;
}

function readNode(files: readonly IndexFile[]): TreeNode {
  const byFormat = new Map<string, IndexFile[]>();
  for (const file of files) {
    const name = file.format ?? 'not a trace';
    byFormat.set(name, [...(byFormat.get(name) ?? []), file]);
  }
  const rows = [...byFormat]
    .sort(([a, of], [b, or]) => Number(a === 'not a trace') - Number(b === 'not a trace') || or.length - of.length || (a < b ? -1 : 1))
    .map(([format, members]) =>
      treeNode({ id: `format:${format}`, label: format, description: countOf(members.length, 'file'), tooltip: `${format}: records ${countsSentence(members)}`, glyph: 'file' }),
    );
  return treeNode({ id: 'read', label: 'Read', description: `${countOf(files.length, 'file')}, by format`, tooltip: `Records: ${countsSentence(files)}`, children: rows, expanded: true });
}

const SEVERITY_ORDER = ['error', 'warning', 'information'] as const;

function problemsNode(problems: readonly Problem[]): readonly TreeNode[] {
  if (problems.length === 0) return [treeNode({ id: 'problems', label: 'Problems', description: 'none', glyph: 'resolved' })];
  const remarks = groupAlike(problems.filter(({ severity }) => severity === 'information')).filter((alike) => alike.some(({ file }) => file !== alike[0].file));
  const told = new Set(remarks.flat());
  const files = [...groupBy(problems.filter((problem) => !told.has(problem)), ({ file }) => file)].map(([file, group]) => ({ file, group: [...group].sort((a, b) => rank(a) - rank(b) || (a.byte ?? 0) - (b.byte ?? 0)) }));
  files.sort((a, b) => rank(a.group[0]) - rank(b.group[0]) || compareText(a.file, b.file));
  const rows = [...files.map(({ file, group }) => fileNode(file, group)), ...remarks.map(remarkNode)];
  return [
    treeNode({
      id: 'problems',
      label: 'Problems',
      description: `${formatCount(problems.length)} in ${countOf(new Set(problems.map(({ file }) => file)).size, 'file')}`,
      children: cutRows(rows, SHOWN_PROBLEM_FILES, restOf('problems:rest')),
      expanded: true,
    }),
  ];
}

function fileNode(file: string, group: readonly Problem[]): TreeNode {
  const [first] = group;
  if (first === undefined) return treeNode({ id: `file:${file}`, label: file });
  const kinds = groupAlike(group);
  if (group.length === 1) return problemNode(first, nameOf(file));
  return treeNode({
    id: `file:${file}`,
    label: nameOf(file),
    description: `${countOf(group.length, 'problem')}: ${first.message}`,
    tooltip: file,
    glyph: glyphOf(first),
    children: cutRows(
      kinds.map((alike) => (alike.length === 1 ? problemNode(alike[0], alike[0].code) : alikeNode(`alike:${file}:${keyOf(alike[0])}`, alike, { count: `${formatCount(alike.length)} times`, labelOf: placeWords }))),
      SHOWN_PROBLEM_FILES,
      restOf(`file:${file}:rest`),
    ),
  });
}

/** What is remarked on in several files. */
function remarkNode(alike: AlikeProblems): TreeNode {
  const files = new Set(alike.map(({ file }) => file)).size;
  const count = files === alike.length ? `in ${countOf(files, 'file')}` : `${formatCount(alike.length)} in ${countOf(files, 'file')}`;
  return alikeNode(`remark:${keyOf(alike[0])}`, alike, { count, labelOf: ({ file }) => nameOf(file) });
}

/** One row for problems that say the same, over the first of their places. */
function alikeNode(id: string, alike: AlikeProblems, { count, labelOf }: { readonly count: string; readonly labelOf: (problem: Problem) => string }): TreeNode {
  const [first] = alike;
  const places = alike.slice(0, 3).map((problem) => [problem.file, placeWords(problem)].filter((words) => words !== '').join(', '));
  return treeNode({
    id,
    label: first.code,
    description: `${count}: ${first.message}`,
    tooltip: [first.message, ...places, ...(alike.length > places.length ? [`and ${formatCount(alike.length - places.length)} more`] : [])].join('\n'),
    glyph: glyphOf(first),
    children: cutRows(
      alike.map((problem, index) => ({ ...problemNode(problem, labelOf(problem) || problem.code), id: `${id}:${index}` })),
      SHOWN_PLACES,
      restOf(`${id}:rest`),
    ),
  });
}

function problemNode(problem: Problem, label: string): TreeNode {
  const place = placeWords(problem);
  return treeNode({
    id: `problem:${problem.file}:${keyOf(problem)}`,
    label,
    description: problem.message,
    tooltip: [problem.file, ...(place === '' ? [] : [place]), `found: ${problem.found}`, `expected: ${problem.expected}`].join('\n'),
    glyph: glyphOf(problem),
    open: { kind: 'problem', file: problem.file, line: problem.line, byte: problem.byte },
  });
}

/** Tells kinds of problems of one file or tree from each other: no two of them have the same words. */
function keyOf({ severity, code, message, byte }: Problem): string {
  return `${severity}:${code}:${byte ?? ''}:${message}`;
}

/** "line 12, byte 3,400"; '' for the whole file. */
function placeWords({ line, byte }: Problem): string {
  return [line === null ? '' : `line ${formatCount(line)}`, byte === null ? '' : `byte ${formatCount(byte)}`].filter((words) => words !== '').join(', ');
}

function nameOf(file: string): string {
  return file.split('/').at(-1) ?? file;
}

function glyphOf(problem: Problem): TreeGlyph {
  return problem.severity;
}

function rank(problem: Problem | undefined): number {
  return problem === undefined ? SEVERITY_ORDER.length : SEVERITY_ORDER.indexOf(problem.severity);
}
