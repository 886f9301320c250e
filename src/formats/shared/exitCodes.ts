// Exit codes that harnesses write into the text of an observation. Each is looked for only where its harness
// puts it, at the start or the end, because the output between may quote anything.

const AT_START: readonly RegExp[] = [
  /^<returncode>(-?\d{1,6})<\/returncode>/,
  /^(?:\[persisted_output\][^]{0,2000}?\[preview\]\s{0,8})?\[exit_code=(-?\d{1,6})\]/,
  /^Exit code:? (-?\d{1,6})\b/i,
];
const AT_END: readonly RegExp[] = [/\[(?:The )?command (?:completed|finished) with exit code (-?\d{1,6})\.?\]\s{0,8}$/i];

/** The exit code that the text of an observation states; null where it states none. */
export function exitCodeOf(text: string): number | null {
  const start = text.slice(0, 4096).trimStart();
  const end = text.slice(-200);
  const match = AT_START.map((pattern) => pattern.exec(start)).find((m) => m !== null) ?? AT_END.map((pattern) => pattern.exec(end)).find((m) => m !== null);
  return match?.[1] === undefined ? null : Number(match[1]);
}
