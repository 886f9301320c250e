// Commands inside a model's text. The producer cuts them out with a regular expression of its
// configuration; a pattern out of a trace is never run here, the shipped ones are known.

/** Opening and closing marks of the producer's configurations; fences stand on lines of their own. */
const STYLES: readonly { readonly open: string; readonly close: string; readonly isFence: boolean }[] = [
  { open: '```mswea_bash_command', close: '\n```', isFence: true },
  { open: '```bash', close: '\n```', isFence: true },
  { open: '<mswea_bash_command>', close: '</mswea_bash_command>', isFence: false },
  { open: '<bash_code>', close: '</bash_code>', isFence: false },
];

interface Found {
  readonly start: number;
  readonly end: number;
  readonly command: string;
}

/** The commands of a text, trimmed, in the first style that occurs; the producer demands exactly one. */
export function findCommands(text: string): string[] {
  return find(text).map((found) => found.command);
}

/** The text without its commands: the thought. */
export function withoutCommands(text: string): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of find(text)) {
    rest += text.slice(at, start);
    at = end;
  }
  return (rest + text.slice(at)).trim();
}

/** Whether a configured pattern is one of the shipped ones, so that what `findCommands` finds is what the producer found. */
export function isKnownPattern(pattern: string | null): boolean {
  return pattern === null || STYLES.some(({ open }) => pattern.startsWith(open));
}

function find(text: string): Found[] {
  for (const { open, close, isFence } of STYLES) {
    const found: Found[] = [];
    let at = text.indexOf(open);
    while (at >= 0) {
      const from = contentStart(text, at + open.length, isFence);
      const end = from === null ? -1 : text.indexOf(close, from);
      if (from === null) {
        at = text.indexOf(open, at + open.length);
        continue;
      }
      if (end < 0) break;
      found.push({ start: at, end: end + close.length, command: text.slice(from, end).trim() });
      at = text.indexOf(open, end + close.length);
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** After a fence only blanks may stand on its line. */
function contentStart(text: string, from: number, isFence: boolean): number | null {
  if (!isFence) return from;
  const end = text.indexOf('\n', from);
  return end >= 0 && text.slice(from, end).trim() === '' ? end + 1 : null;
}
