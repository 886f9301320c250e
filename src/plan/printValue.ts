/** JSON on one line with a space after commas and colons, as people write it: `[4, 8]`, `{ "a": 1 }`. What JSON cannot say becomes null. */
export function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return entries.length === 0 ? '{}' : `{ ${entries.map(([key, item]) => `${JSON.stringify(key)}: ${printValue(item)}`).join(', ')} }`;
}
