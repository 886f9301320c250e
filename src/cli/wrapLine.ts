import { cleanLine } from '../base/cleanText';

/** Narrower than this no line is made. */
const LEAST_WIDTH = 40;

/** The text, cleaned, in lines of at most `width` columns, broken at blanks; a longer word has a line of its own. */
export function wrapLine(text: string, width: number): readonly string[] {
  const room = Math.max(LEAST_WIDTH, width);
  const lines: string[] = [];
  let line = '';
  for (const word of cleanLine(text).split(' ')) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
