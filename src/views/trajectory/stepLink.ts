/** Path of links to a step, under the extension's own address. */
const PATH = '/step';

/** A link that opens a step wherever the extension runs. `base` is the extension's address, such as "vscode://publisher.name". */
export function makeStepLink(base: string, target: { readonly attemptId: string; readonly step: number }): string {
  return `${base}${PATH}?attempt=${encodeURIComponent(target.attemptId)}&step=${target.step}`;
}

/** Reads path and query of such a link; null when it is none. Steps count from 1. */
export function readStepLink(path: string, query: string): { readonly attemptId: string; readonly step: number } | null {
  if (path !== PATH) return null;
  const fields = new Map(query.split('&').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), decode(pair.slice(at + 1))];
  }));
  const attemptId = fields.get('attempt') ?? '';
  const step = fields.get('step') ?? '';
  return attemptId === '' || !/^[1-9]\d{0,8}$/.test(step) ? null : { attemptId, step: Number(step) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
