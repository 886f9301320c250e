// Trace text is hostile: it may hold terminal sequences, control characters and characters that turn the reading
// direction around. What is put on screen, in a terminal or in a report goes through here; identities do not.

// ESC [ … final byte; ESC ] … BEL or ESC \; ESC and one or two more bytes; and the one-byte forms of CSI and OSC.
const TERMINAL_SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Bidi overrides, isolates and marks, and the invisible joiners and separators that make two names look alike.
// Zero-width (non-)joiners stay where a script or an emoji sequence needs them: after a character that is not ASCII.
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|(?<![\u0080-\u{10ffff}])[\u200c\u200d]/gu;
// A surrogate without its partner.
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The text without terminal sequences and control characters (line feed and tab stay); characters that are invisible or
 * turn the reading direction become visible escapes such as `\u202e`, so that two names that differ still look different.
 * Lone surrogates become U+FFFD. Cost: linear.
 */
export function cleanText(text: string): string {
  return text
    .replace(TERMINAL_SEQUENCES, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
    .replace(LONE_SURROGATES, '\ufffd');
}

/** `cleanText` in one line: runs of white space become one space, ends are trimmed. For names and titles. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/gu, ' ').trim();
}

/**
 * What each of several names is called in print: as `cleanLine` has it, and where that makes two of them alike, with what
 * was left out as escapes such as `\u0007`. Names without a fellow are as always. Linear.
 */
export function namesApart(names: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  const counts = new Map<string, number>();
  for (const name of all) counts.set(cleanLine(name), (counts.get(cleanLine(name)) ?? 0) + 1);
  return new Map(all.map((name) => [name, (counts.get(cleanLine(name)) ?? 0) > 1 ? escapeName(name) : cleanLine(name)]));
}

/** White space that is no single space, and whatever `cleanText` leaves out, as escapes. */
function escapeName(name: string): string {
  return cleanText(name.replace(/[\u0000-\u001f\u007f-\u009f\ud800-\udfff]|\s(?=\s)|(?! )\s|^\s|\s$/g, (character, at: number) => (isPaired(name, at) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)));
}

/** Whether a surrogate stands beside its partner. */
function isPaired(text: string, at: number): boolean {
  const one = text.charCodeAt(at);
  const isPair = (high: number, low: number): boolean => high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
  return isPair(one, text.charCodeAt(at + 1)) || isPair(text.charCodeAt(at - 1), one);
}

/**
 * The text cut to at most `most` code points, with an ellipsis as the last of them when something was cut.
 * Combining sequences may be split; surrogate pairs are not.
 */
export function clipText(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, 2 * most + 2));
  return points.length <= most ? text : `${points.slice(0, Math.max(0, most - 1)).join('')}…`;
}

/**
 * The text cut to at most `most` code points (4 or more) with an ellipsis in the place of its middle: for names that are alike at
 * their beginning and differ at their end. Surrogate pairs are not split.
 */
export function clipMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text);
  if (points.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${points.slice(0, most - 1 - end).join('')}…${points.slice(points.length - end).join('')}`;
}
