// Tool calls written into the text of an answer, as models without function calling are asked to do (OpenHands,
// SWE-agent, SWE-smith): <function=name> <parameter=key>value</parameter> ... </function>.

import type { ToolCall } from './describeStep';

const MAX_CALLS = 1000;
const MAX_NAME = 200;

/** The calls in a text, in order; a call whose end is missing, as in an answer that was cut off, is left out. */
export function readXmlCalls(text: string): readonly ToolCall[] {
  const calls: ToolCall[] = [];
  let at = text.indexOf('<function=');
  while (at >= 0 && calls.length < MAX_CALLS) {
    const tool = tagName(text, at + '<function='.length);
    const end = text.indexOf('</function>', at);
    if (end < 0) break;
    if (tool !== null) calls.push({ tool: tool.name, args: readParameters(text.slice(tool.end, end)) });
    at = text.indexOf('<function=', end);
  }
  return calls;
}

/** The text before the first call: what the model said. */
export function textBeforeXmlCalls(text: string): string {
  const at = text.indexOf('<function=');
  return at < 0 || readXmlCalls(text).length === 0 ? text : text.slice(0, at).trimEnd();
}

function readParameters(text: string): Readonly<Record<string, string>> {
  const parameters: [string, string][] = [];
  let at = text.indexOf('<parameter=');
  while (at >= 0 && parameters.length < MAX_CALLS) {
    const key = tagName(text, at + '<parameter='.length);
    const end = text.indexOf('</parameter>', at);
    if (end < 0) break;
    // One line break on each side belongs to the notation.
    if (key !== null) parameters.push([key.name, text.slice(key.end, end).replace(/^\n/, '').replace(/\n$/, '')]);
    at = text.indexOf('<parameter=', end);
  }
  // fromEntries makes own properties, also of `__proto__`.
  return Object.fromEntries(parameters);
}

function tagName(text: string, start: number): { readonly name: string; readonly end: number } | null {
  const end = text.slice(start, start + MAX_NAME).indexOf('>');
  const name = end < 0 ? '' : text.slice(start, start + end).trim();
  return name === '' ? null : { name, end: start + end + 1 };
}
