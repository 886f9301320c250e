import { compareText } from './compareText';

/**
 * Order for people's eyes, free of locale: runs of digits compare by value ("run-9" before "run-10"), the rest by code
 * units. Names that differ only in leading zeros fall back to code-unit order, so the order is total.
 */
export function compareNatural(a: string, b: string): number {
  const left = a.match(/\d+|\D+/g) ?? [];
  const right = b.match(/\d+|\D+/g) ?? [];
  for (let k = 0; k < Math.min(left.length, right.length); k++) {
    const order = comparePieces(left[k] ?? '', right[k] ?? '');
    if (order !== 0) return order;
  }
  return left.length - right.length || compareText(a, b);
}

function comparePieces(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareText(a, b);
  const x = a.replace(/^0+(?=\d)/, '');
  const y = b.replace(/^0+(?=\d)/, '');
  return x.length - y.length || compareText(x, y);
}
