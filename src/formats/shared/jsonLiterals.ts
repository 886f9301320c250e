// JSON numbers and words as one table-driven automaton, so that a literal may be cut anywhere
// between two chunks. NaN, Infinity and -Infinity are accepted, because Python's json writes them.

/** State at the start of a literal. */
export const LITERAL_START = 1;

const WORDS = ['true', 'false', 'null', 'NaN', 'Infinity', '-Infinity'];
const DIGITS = '0123456789';

interface Automaton {
  /** Next state for `(state << 8) | byte`; 0: the byte does not belong to the literal. */
  readonly next: Uint8Array;
  /** 1 where a literal may end. */
  readonly accepts: Uint8Array;
}

/** Next states and end states of literals. Built once; 64 states of 256 bytes. */
export const LITERALS: Automaton = buildAutomaton();

function buildAutomaton(): Automaton {
  const next = new Uint8Array(64 * 256);
  const accepts = new Uint8Array(64);
  let states = LITERAL_START + 1;
  const link = (from: number, bytes: string, to: number): void => {
    for (const byte of bytes) next[(from << 8) | byte.charCodeAt(0)] = to;
  };
  const [minus, zero, integer, point, fraction, exponent, sign, power] = Array.from({ length: 8 }, () => states++) as [
    number, number, number, number, number, number, number, number, // eight states were made in the line above
  ];
  link(LITERAL_START, '-', minus);
  for (const from of [LITERAL_START, minus]) {
    link(from, '0', zero);
    link(from, '123456789', integer);
  }
  link(integer, DIGITS, integer);
  for (const from of [zero, integer]) link(from, '.', point);
  for (const from of [point, fraction]) link(from, DIGITS, fraction);
  for (const from of [zero, integer, fraction]) link(from, 'eE', exponent);
  link(exponent, '+-', sign);
  for (const from of [exponent, sign, power]) link(from, DIGITS, power);
  for (const state of [zero, integer, fraction, power]) accepts[state] = 1;

  for (const word of WORDS) {
    let state = LITERAL_START;
    for (const letter of word) {
      const slot = (state << 8) | letter.charCodeAt(0);
      if (next[slot] === 0) next[slot] = states++;
      state = next[slot] ?? 0;
    }
    accepts[state] = 1;
  }
  return { next, accepts };
}
