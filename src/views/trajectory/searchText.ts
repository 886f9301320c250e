import { cleanLine, cleanText, clipText } from '../../base/cleanText';
import type { StepText } from '../../model/step';
import type { SearchHit } from '../../protocol/trajectory';

const BEFORE = 30;
const AFTER = 90;

/** Prepares a query once for many texts; null: nothing to search for. */
export function prepareQuery(query: string): RegExp | null {
  if (query.trim() === '') return null;
  // Case folding by the engine keeps offsets in the text, which toLowerCase does not (ẞ, İ).
  return new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu');
}

/**
 * The first place in a step's texts (message, thinking, calls, outputs; cleaned, as they are shown) that holds the query,
 * as one line around it; null when none does.
 */
export function findInStep(step: number, text: StepText, query: RegExp): SearchHit | null {
  const texts = [...text.calls.map((call) => call.text), text.message, ...text.observations.map((observation) => observation.text), text.reasoning, ...text.calls.map((call) => call.tool)];
  for (const one of texts) {
    const clean = cleanText(one);
    const match = query.exec(clean);
    if (match) return { step, ...cutSnippet(clean, match.index, match[0].length) };
  }
  return null;
}

function cutSnippet(text: string, at: number, length: number): Omit<SearchHit, 'step'> {
  const before = oneLine(text.slice(Math.max(0, at - BEFORE), at), 'start');
  const match = clipText(cleanLine(text.slice(at, at + length)), AFTER);
  const after = oneLine(text.slice(at + length, at + length + AFTER), 'end');
  const cut = at - BEFORE > 0 ? '…' : '';
  return { snippet: `${cut}${before}${match}${after}`, from: cut.length + before.length, to: cut.length + before.length + match.length };
}

/** White space as single blanks; kept where the match touches it, dropped at the outer end. */
function oneLine(text: string, outer: 'start' | 'end'): string {
  const line = text.replace(/\s+/gu, ' ');
  return outer === 'start' ? line.trimStart() : line.trimEnd();
}
