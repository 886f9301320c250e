import type { Problem } from '../../model/problem';
import type { IndexFile } from '../../model/results';
import { formatCount } from '../numbers';
import { countOf } from '../words';
import { cutRows, treeNode, type Rest, type TreeGlyph, type TreeNode } from './treeNode';

const SHOWN_PROBLEM_FILES = 200;
const restOf = (id: string): Rest => ({ id, tooltip: 'The Problems panel lists them by file.', command: 'workbench.actions.view.problems' });

/** What was read, by format, with the three counts; and the problems, by file, worst first. */
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
  const byFile = new Map<string, Problem[]>();
  for (const problem of problems) {
    const group = byFile.get(problem.file);
    if (group === undefined) byFile.set(problem.file, [problem]);
    else group.push(problem);
  }
  const files = [...byFile].map(([file, group]) => ({ file, group: [...group].sort((a, b) => rank(a) - rank(b) || (a.byte ?? 0) - (b.byte ?? 0)) }));
  files.sort((a, b) => rank(a.group[0]) - rank(b.group[0]) || (a.file < b.file ? -1 : 1));
  const rows = files.map(({ file, group }) => fileNode(file, group));
  return [
    treeNode({
      id: 'problems',
      label: 'Problems',
      description: `${formatCount(problems.length)} in ${countOf(files.length, 'file')}`,
      children: cutRows(rows, SHOWN_PROBLEM_FILES, restOf('problems:rest')),
      expanded: true,
    }),
  ];
}

function fileNode(file: string, group: readonly Problem[]): TreeNode {
  const [first] = group;
  if (first === undefined) return treeNode({ id: `file:${file}`, label: file });
  if (group.length === 1) return problemNode(first, file.split('/').at(-1) ?? file, 0);
  return treeNode({
    id: `file:${file}`,
    label: file.split('/').at(-1) ?? file,
    description: `${countOf(group.length, 'problem')}: ${first.message}`,
    tooltip: file,
    glyph: glyphOf(first),
    children: cutRows(
      group.map((problem, index) => problemNode(problem, problem.code, index)),
      SHOWN_PROBLEM_FILES,
      restOf(`file:${file}:rest`),
    ),
  });
}

function problemNode(problem: Problem, label: string, index: number): TreeNode {
  const place = [problem.line === null ? '' : `line ${formatCount(problem.line)}`, problem.byte === null ? '' : `byte ${formatCount(problem.byte)}`].filter((p) => p !== '');
  return treeNode({
    id: `problem:${problem.file}:${index}:${problem.code}:${problem.byte ?? ''}`,
    label,
    description: problem.message,
    tooltip: [problem.file, ...(place.length === 0 ? [] : [place.join(', ')]), `found: ${problem.found}`, `expected: ${problem.expected}`].join('\n'),
    glyph: glyphOf(problem),
    open: { kind: 'problem', file: problem.file, line: problem.line, byte: problem.byte },
  });
}

function glyphOf(problem: Problem): TreeGlyph {
  return problem.severity;
}

function rank(problem: Problem | undefined): number {
  return problem === undefined ? SEVERITY_ORDER.length : SEVERITY_ORDER.indexOf(problem.severity);
}
