/** A rational number with integer parts; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The decimal that a number shows (0.1 is one tenth, not the nearest binary fraction), exactly.
 * Levels and bounds are typed by people as decimals; borderline integers must come out as they
 * would on paper. Throws RangeError for NaN and infinities.
 */
export function decimalFraction(value: number): Fraction {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError(`${value} is not a decimal.`);
  const [, sign = '', whole = '0', decimals = '', exponent = '0'] = match;
  const digits = BigInt(sign + whole + decimals);
  const shift = Number(exponent) - decimals.length;
  const power = 10n ** BigInt(Math.abs(shift));
  return shift >= 0 ? { numerator: digits * power, denominator: 1n } : { numerator: digits, denominator: power };
}
