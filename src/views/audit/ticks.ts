/**
 * Round places on an axis from 0 to `end`, both included: at most `most` steps of 1, 2 or 5 times a power of ten (of whole
 * numbers where `isWhole`). The last round place is left out where it would touch the end's label.
 */
export function roundTicks(end: number, options: { readonly most: number; readonly isWhole: boolean }): readonly number[] {
  if (!(end > 0)) return [0];
  const rough = end / options.most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough * (1 - 1e-9)) ?? rough;
  const size = options.isWhole ? Math.max(1, Math.ceil(step - 1e-9)) : step;
  const ticks: number[] = [];
  for (let k = 0; k * size < end - size / 2; k++) ticks.push(Number((k * size).toPrecision(12)));
  return [...ticks, end];
}
