import type { JSX } from 'preact';

/** Matches marked in one text; more are left plain. */
const MOST_MARKS = 500;

/** A text in which the places that hold the query are marked; case does not count. Text nodes only. */
export function Highlighted({ text, query }: { readonly text: string; readonly query: string }): JSX.Element {
  if (query.trim() === '') return <>{text}</>;
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  const pieces: (string | JSX.Element)[] = [];
  let at = 0;
  let marks = 0;
  for (const match of text.matchAll(pattern)) {
    if (marks++ >= MOST_MARKS) break;
    pieces.push(text.slice(at, match.index), <mark key={match.index}>{match[0]}</mark>);
    at = match.index + match[0].length;
  }
  pieces.push(text.slice(at));
  return <>{pieces}</>;
}
