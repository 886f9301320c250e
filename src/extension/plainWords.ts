import { cleanLine, clipText } from '../base/cleanText';

// VS Code reads more into some of its texts than words: `$(name)` becomes an icon in quick picks and in the status bar, and
// `[words](command:name)` becomes a link that runs a command in notifications. Text from traces, file names and error messages
// that quote them must not act there.

/** Longest text in a row of a list or in the status bar, in code points. */
const MOST_IN_ROW = 300;
const MOST_IN_MESSAGE = 600;

/** Text for a quick pick's label, description or detail, or for the status bar: one line that holds no icon. */
export function rowWords(text: string): string {
  return clipText(cleanLine(text), MOST_IN_ROW).replace(/\\*\$\(/g, '\\$(');
}

/** Text for a notification: one line that holds no link. */
export function messageWords(text: string): string {
  return clipText(cleanLine(text), MOST_IN_MESSAGE).replace(/\]\(/g, '] (');
}

/** What an error says, for a notification. */
export function errorWords(error: unknown): string {
  return messageWords(error instanceof Error ? error.message : String(error));
}
