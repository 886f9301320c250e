import { cleanLine, cleanText } from '../../base/cleanText';
import type { StepText } from '../../model/step';
import type { SectionPart, StepDifference, StepSection } from '../../protocol/trajectory';
import { formatCount } from '../numbers';
import { countOf } from '../words';
import { diffLines } from './lineDiff';
import { countLines, type Preview, previewHead, previewTail, splitParts } from './textParts';

/** A section with its whole text, as the host keeps it while the step is open. */
export interface FullSection extends Omit<StepSection, 'preview' | 'complete' | 'parts' | 'note'> {
  readonly text: string;
  readonly exitCode: number | null;
}

const HEAD = { lines: 12, width: 2000 };
const TAIL = { lines: 7, width: 2000 };
/** Lines of a difference that are shown; with the rest counted. */
const MOST_DIFFERENCES = 12;

/**
 * The texts of a step in reading order (thinking, message, calls, outputs), cleaned: trace text is hostile. Empty ones
 * are left out, but an output that is empty stays: that nothing came back is a fact.
 */
export function listSections(step: StepText): readonly FullSection[] {
  const sections: FullSection[] = [];
  const add = (kind: StepSection['kind'], title: string, text: string, rest: Partial<FullSection> = {}): void => {
    sections.push({ kind, title, text: cleanText(text), failed: false, exitCode: null, ...rest });
  };
  if (step.reasoning.trim() !== '') add('reasoning', 'Thinking', step.reasoning);
  if (step.message.trim() !== '') add('message', 'Message', step.message);
  step.calls.forEach((call, i) => add('call', titleOfCall(call.tool, i, step.calls.length), call.text));
  step.observations.forEach((observation, i) => {
    const number = step.observations.length > 1 ? ` ${i + 1}` : '';
    add('observation', `Output${number}`, observation.text, { failed: observation.isError, exitCode: observation.exitCode });
  });
  return sections;
}

function titleOfCall(tool: string, index: number, of: number): string {
  const name = cleanLine(tool);
  const isShell = /^(bash|shell|terminal|execute_bash|run_command|local_shell|exec_command)?$/i.test(name);
  return `${isShell ? 'Command' : name}${of > 1 ? ` ${index + 1}` : ''}`;
}

/** What is shown of a section at first: the end of an output, the beginning of anything else. */
export function viewSection(section: FullSection): StepSection {
  const isOutput = section.kind === 'observation';
  const preview = isOutput ? previewTail(section.text, TAIL) : previewHead(section.text, HEAD);
  return {
    kind: section.kind,
    title: section.title,
    note: describeSection(section, preview),
    failed: section.failed,
    preview: preview.text,
    complete: preview.isComplete,
    parts: preview.isComplete ? 1 : splitParts(section.text).length,
  };
}

function describeSection(section: FullSection, preview: Preview): string {
  const lines = countLines(section.text);
  const which = section.kind === 'observation' ? 'last' : 'first';
  const size = preview.isComplete ? (lines > 1 ? countOf(lines, 'line') : '') : preview.lines >= lines ? `cut, ${countOf(section.text.length, 'character')}` : `${which} ${preview.lines} of ${countOf(lines, 'line')}`;
  const exit = section.exitCode !== null ? `exit ${section.exitCode}` : section.failed ? 'error' : '';
  const empty = section.kind === 'observation' && section.text.trim() === '' ? 'empty' : '';
  return [empty || size, exit].filter((part) => part !== '').join(', ');
}

/** A part of a section, from 0; a number outside gives the nearest part. */
export function viewPart(section: FullSection, index: number): SectionPart {
  const parts = splitParts(section.text);
  const at = Math.max(0, Math.min(index, parts.length - 1));
  const part = parts[at];
  if (!part) return { text: '', label: '' };
  const of = parts.length === 1 ? '' : `Part ${formatCount(at + 1)} of ${formatCount(parts.length)}, `;
  const lines = part.firstLine === part.lastLine ? `line ${formatCount(part.firstLine)}` : `lines ${formatCount(part.firstLine)}–${formatCount(part.lastLine)}`;
  return { text: section.text.slice(part.from, part.to), label: `${of}${lines} of ${formatCount(countLines(section.text))}` };
}

export interface DifferenceInput {
  /** The earlier step with the same action, from 1. */
  readonly step: number;
  readonly before: readonly FullSection[];
  readonly after: readonly FullSection[];
}

/** Output against that of an earlier step with the same action: what has changed, or that nothing has. */
export function viewDifference({ step, before, after }: DifferenceInput): StepDifference {
  const old = outputOf(before);
  const now = outputOf(after);
  if (old.text === now.text) return { step, note: 'same output', lines: [] };
  const lines = diffLines(old.text.split('\n'), now.text.split('\n')).map((line) => ({ ...line, text: clip(line.text) }));
  const failures = old.failed && now.failed ? 'another error: not a plain repeat' : 'another output: not a plain repeat';
  if (lines.length <= MOST_DIFFERENCES) return { step, note: failures, lines };
  // The end of an output says most: a traceback ends with its error.
  const tailOf = (sign: '-' | '+'): typeof lines => lines.filter((line) => line.sign === sign).slice(-MOST_DIFFERENCES / 2);
  const shown = [...tailOf('-'), ...tailOf('+')];
  return { step, note: `${failures}; last ${shown.length} of ${countOf(lines.length, 'differing line')}`, lines: shown };
}

function outputOf(sections: readonly FullSection[]): { text: string; failed: boolean } {
  const outputs = sections.filter((section) => section.kind === 'observation');
  return { text: outputs.map((section) => section.text).join('\n'), failed: outputs.some((section) => section.failed) };
}

function clip(line: string): string {
  return line.length <= TAIL.width ? line : `${line.slice(0, TAIL.width)}…`;
}

/** A step as text for the clipboard: headings and whole texts. */
export function stepAsText(title: string, sections: readonly FullSection[]): string {
  const blocks = sections.map((section) => {
    const exit = section.exitCode === null ? '' : ` (exit ${section.exitCode})`;
    return `${section.title}${exit}:\n${section.text.trimEnd()}`;
  });
  return `${[title, ...blocks].join('\n\n')}\n`;
}
