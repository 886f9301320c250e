// Number formats free of locale: the same value reads the same on screen, in a report and in the terminal.

const MINUS = '\u2212';

/** Fixed digits with a true minus sign; a value that rounds to zero has no sign. */
export function formatFixed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  const [whole = '0', fraction] = text.split('.');
  const grouped = groupThousands(whole) + (fraction === undefined ? '' : `.${fraction}`);
  return value < 0 && Number(text) !== 0 ? MINUS + grouped : grouped;
}

/**
 * A difference of proportions as points, signed: 0.8 is "+80", -0.42286 with two digits "−42.29". Zero, and what rounds
 * to it, has no sign.
 */
export function formatPoints(proportion: number, digits = 0): string {
  const text = formatFixed(100 * proportion, digits);
  return text.startsWith(MINUS) || Number(text.replaceAll(',', '')) === 0 ? text : `+${text}`;
}

/** A size in points that never promises less than it is: 0.1234 is "12.4 points", 0.05 "5 points". */
export function formatPercentagePoints(proportion: number): string {
  const points = Number(formatFixed(Math.ceil(1000 * proportion - 1e-9) / 10, 1).replaceAll(',', ''));
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}

/** Points that somebody stated, as stated: "5 points", "0.001 points". */
export function pointsWords(points: number): string {
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}

/** "[−94, +100]": both ends as points. */
export function formatPointsInterval(low: number, high: number, digits = 0): string {
  return `[${formatPoints(low, digits)}, ${formatPoints(high, digits)}]`;
}

/**
 * A proportion as a share: "80 %". What is not zero but rounds to it reads "<1 %", what is not all but rounds to it
 * ">99 %" (with digits: "<0.1 %", ">99.9 %").
 */
export function formatPercent(proportion: number, digits = 0): string {
  const percent = 100 * proportion;
  const step = 10 ** -digits;
  const text = formatFixed(percent, digits);
  if (percent > 0 && Number(text) === 0) return `<${formatFixed(step, digits)} %`;
  if (percent < 100 && Number(text) === 100) return `>${formatFixed(100 - step, digits)} %`;
  return `${text} %`;
}

/**
 * A share with its interval: "80 % [10, 100]". The sign of per cent stands once; without an estimate after the interval: "[10, 100] %".
 * Ends are whole shares, without the marks of `formatPercent`.
 */
export function formatShare({ estimate, low, high }: { readonly estimate: number | null; readonly low: number; readonly high: number }): string {
  return withEnds(estimate === null ? '' : formatPercent(estimate), low, high);
}

/** The same where an estimate lies between two shares: "40 to 60 % [5, 95]". */
export function formatShareBetween({ least, most, low, high }: { readonly least: number; readonly most: number; readonly low: number; readonly high: number }): string {
  return withEnds(`${formatPercent(least).replace(' %', '')} to ${formatPercent(most)}`, low, high);
}

function withEnds(value: string, low: number, high: number): string {
  const ends = `[${formatFixed(100 * low, 0)}, ${formatFixed(100 * high, 0)}]`;
  return value === '' ? `${ends} %` : `${value} ${ends}`;
}

/** A p-value: "0.031", "4.06e-7". */
export function formatP(p: number): string {
  return p >= 0.001 || p === 0 ? formatFixed(p, 3) : p.toExponential(2);
}

/** A count with thousands separated by commas: "107,312". */
export function formatCount(count: number): string {
  return formatFixed(count, 0);
}

/** US dollars: two decimals from a dollar on ("$1,234.50"), two significant digits below ("$0.31", "$0.0042"), "$0" for zero. */
export function formatUsd(usd: number): string {
  const size = Math.abs(usd);
  const sign = usd < 0 ? MINUS : '';
  if (size === 0) return '$0';
  if (size < 0.000001) return `<${sign}$0.000001`;
  if (size >= 0.995) return `${sign}$${formatFixed(size, 2)}`;
  const digits = Math.max(2, 1 - Math.floor(Math.log10(size)));
  return `${sign}$${size.toFixed(digits).replace(/(\.\d\d\d*?)0+$/, '$1')}`;
}

const MAGNITUDES = [
  { size: 1e9, unit: 'G' },
  { size: 1e6, unit: 'M' },
  { size: 1e3, unit: 'k' },
] as const;

/** A large count in three characters or so: 999 is "999", 1,240 "1.2k", 41,000 "41k", 999,950 "1M". */
export function formatCompact(count: number): string {
  const size = Math.abs(count);
  const sign = count < 0 ? MINUS : '';
  // From where it would round up to the next unit: 999.5 reads "1k".
  const magnitude = MAGNITUDES.find((m) => size >= m.size * 0.9995);
  if (!magnitude) return sign + formatFixed(size, 0);
  const scaled = size / magnitude.size;
  return sign + (scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : formatFixed(scaled, 0)) + magnitude.unit;
}

/** Bytes in decimal units: "512 bytes", "1.2 kB", "41 MB". */
export function formatBytes(bytes: number): string {
  const text = formatCompact(bytes);
  const unit = /[GMk]$/.exec(text)?.[0];
  if (unit === undefined) return bytes === 1 ? '1 byte' : `${text} bytes`;
  return `${text.slice(0, -1)} ${unit}B`;
}

/** A duration in its two largest units: "0.4 s", "12 s", "3 min 5 s", "1 h 5 min", "2 d 3 h". */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return MINUS + formatDuration(-seconds);
  if (seconds > 0 && seconds < 0.95) return `${seconds < 0.095 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  if (seconds < 9.95) return `${seconds.toFixed(1).replace(/\.0$/, '')} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return twoUnits(whole, 60, 'min', 's');
  const minutes = Math.round(whole / 60);
  return minutes < 1440 ? twoUnits(minutes, 60, 'h', 'min') : twoUnits(Math.round(whole / 3600), 24, 'd', 'h');
}

function twoUnits(amount: number, size: number, big: string, small: string): string {
  const rest = amount % size;
  const whole = Math.floor(amount / size);
  return rest === 0 ? `${groupThousands(String(whole))} ${big}` : `${groupThousands(String(whole))} ${big} ${rest} ${small}`;
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
