import { chance, type Chance } from './random';

const RARE = ['–', '✓', 'é', '“x”', '中文注释', '→', '…', 'ü', '🙂', '日本語'];
const WORDS = 9000;
const BLOCKS = 24_000;

/** Made-up program text with what makes traces slow to read: escapes, colours, quotes, tabs, other scripts. */
export interface CodeText {
  readonly words: readonly string[];
  /** Blocks of 10 to 59 lines, as the inside of a JSON string with other scripts as they are. */
  readonly plain: readonly string[];
  /** The same, with everything beyond ASCII escaped. */
  readonly ascii: readonly string[];
}

/** Makes the text that every generated trace is cut from. */
export function makeCodeText(seed = 7): CodeText {
  const random = chance(seed);
  const words = Array.from({ length: WORDS }, () => String.fromCharCode(...Array.from({ length: 3 + random.below(9) }, () => 97 + random.below(26))));
  const blocks = Array.from({ length: BLOCKS }, () => Array.from({ length: 10 + random.below(50) }, () => codeLine(random, words)).join('\n'));
  const plain = blocks.map((block) => JSON.stringify(block).slice(1, -1));
  return { words, plain, ascii: plain.map(escapeBeyondAscii) };
}

function escapeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function codeLine(random: Chance, words: readonly string[]): string {
  const word = (): string => random.pick(words);
  const indent = ' '.repeat(4 * random.below(5));
  switch (random.below(9)) {
    case 0:
      return `${indent}def ${word()}_${word()}(self, ${word()}, ${word()}=None):`;
    case 1:
      return `${indent}raise ${word()}Error("${word()} ${word()} ${word()}: %s" % ${word()})`;
    case 2:
      return `${indent}self.${word()}["${word()}"] = ${word()}.${word()}(${word()}, r'\\d+\\.${word()}')`;
    case 3:
      return `${indent}# ${word()} ${word()} ${word()} ${word()} ${random.unit() < 0.1 ? random.pick(RARE) : ''}`;
    case 4:
      return '';
    case 5:
      return `${random.below(2000)}\t${indent}return ${word()}(${random.below(100_000)}) + ${word()}`;
    case 6:
      return `./${word()}/${word()}/${word()}.py:${random.below(3000)}:${indent}${word()} = ${word()}`;
    case 7:
      return `\u001b[3${random.below(8)}m${word()} ${word()}\u001b[0m ${(random.unit() * 100).toFixed(3)}s`;
    default:
      return `${indent}${word()} = ${word()} if ${word()} else {"${word()}": "${word()}", "${word()}": ${random.below(1000)}}`;
  }
}
