import { pushAll } from '../base/extent';
import { nearestWord } from '../base/nearestWord';

/**
 * An option `--name`. Kinds: `flag` has no value; `text`, `number` and `integer` have one; `numbers` and `words` are
 * separated by commas; `texts` may be given several times.
 */
export interface OptionSpec {
  readonly name: string;
  readonly kind: 'flag' | 'text' | 'number' | 'integer' | 'numbers' | 'words' | 'texts';
  /** Name of the value in `--help`, such as FILE. */
  readonly value?: string;
  readonly summary: string;
  /** Values allowed, for `text` and `words`. */
  readonly choices?: readonly string[];
}

/** Wrong usage: exit code 2. The message is for people. */
export class UsageError extends Error {
  readonly code = 'usage';

  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

type OptionValue = true | string | number | readonly string[] | readonly number[];

/** Values of options by name. Asking for an option that the command does not have, or as another kind, throws. */
export class ParsedOptions {
  constructor(
    private readonly specs: readonly OptionSpec[],
    private readonly values: ReadonlyMap<string, OptionValue>,
  ) {}

  /** Whether the command has the option. */
  knows(name: string): boolean {
    return this.specs.some((spec) => spec.name === name);
  }

  /** Whether the option was given. */
  has(name: string): boolean {
    this.spec(name);
    return this.values.has(name);
  }

  flag(name: string): boolean {
    return this.of(name, 'flag') === true;
  }

  text(name: string): string | null {
    const value = this.of(name, 'text');
    return typeof value === 'string' ? value : null;
  }

  number(name: string): number | null {
    const value = this.of(name, 'number', 'integer');
    return typeof value === 'number' ? value : null;
  }

  /** Null when not given. */
  numbers(name: string): readonly number[] | null {
    const value = this.of(name, 'numbers');
    return Array.isArray(value) ? value.filter((item): item is number => typeof item === 'number') : null;
  }

  /** Values of an option with commas, or of one that may be repeated; null when not given. */
  texts(name: string): readonly string[] | null {
    const value = this.of(name, 'words', 'texts');
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : null;
  }

  private of(name: string, ...kinds: readonly OptionSpec['kind'][]): OptionValue | undefined {
    const { kind } = this.spec(name);
    if (!kinds.includes(kind)) throw new Error(`Option --${name} is a ${kind}.`);
    return this.values.get(name);
  }

  private spec(name: string): OptionSpec {
    const spec = this.specs.find((candidate) => candidate.name === name);
    if (!spec) throw new Error(`There is no option --${name}.`);
    return spec;
  }
}

export interface ParsedArguments {
  readonly paths: readonly string[];
  readonly options: ParsedOptions;
}

/**
 * Parses what follows the command: `--name value`, `--name=value`, `--flag`, and arguments; after `--` everything is an
 * argument. Throws a UsageError with the nearest known word for an option that is not known.
 */
export function parseOptions(args: readonly string[], specs: readonly OptionSpec[]): ParsedArguments {
  const values = new Map<string, OptionValue>();
  const paths: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      pushAll(paths, args.slice(at + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      paths.push(arg);
      continue;
    }
    const equals = arg.indexOf('=');
    const name = (equals < 0 ? arg : arg.slice(0, equals)).replace(/^--?/, '');
    const spec = arg.startsWith('--') ? specs.find((candidate) => candidate.name === name) : undefined;
    if (!spec) throw new UsageError(`Unknown option ${arg.slice(0, equals < 0 ? undefined : equals)}.${suggest(name, specs.map((s) => s.name), '--')}`);
    if (spec.kind === 'flag') {
      if (equals >= 0) throw new UsageError(`Option --${name} takes no value.`);
      values.set(name, true);
      continue;
    }
    if (equals < 0 && at + 1 >= args.length) throw new UsageError(`Option --${name} needs a value: --${name} ${spec.value ?? 'VALUE'}.`);
    const text = equals < 0 ? (args[++at] ?? '') : arg.slice(equals + 1);
    const value = parseValue(spec, text);
    const known = values.get(name);
    if (known !== undefined && spec.kind !== 'texts') throw new UsageError(`Option --${name} is given twice.`);
    values.set(name, spec.kind === 'texts' && Array.isArray(known) ? [...(known as readonly string[]), text] : value);
  }
  return { paths, options: new ParsedOptions(specs, values) };
}

function parseValue(spec: OptionSpec, text: string): OptionValue {
  switch (spec.kind) {
    case 'flag':
      return true;
    case 'texts':
      return [text];
    case 'text':
      return checkChoice(spec, text);
    case 'words':
      return splitList(spec, text).map((word) => checkChoice(spec, word));
    case 'number':
    case 'integer':
      return parseNumber(spec, text);
    case 'numbers':
      return splitList(spec, text).map((item) => parseNumber(spec, item));
  }
}

/** The items between the commas. One that is empty is most likely a variable that was not set, so it is refused. */
function splitList({ name, value }: OptionSpec, text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new UsageError(`Option --${name} has an empty item in "${text}": --${name} ${value ?? 'VALUE,…'}.`);
  return items;
}

function checkChoice({ name, choices }: OptionSpec, text: string): string {
  if (!choices || choices.includes(text)) return text;
  throw new UsageError(`Option --${name} cannot be "${text}".${suggest(text, choices, '')}`);
}

function parseNumber({ name, kind }: OptionSpec, text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  const isGood = Number.isFinite(value) && (kind !== 'integer' || Number.isSafeInteger(value));
  if (!isGood) throw new UsageError(`Option --${name} needs ${kind === 'integer' ? 'a whole number' : 'a number'}, not "${text}".`);
  return value;
}

/** " Did you mean X?", or the words that are known. */
export function suggest(word: string, words: readonly string[], prefix: string): string {
  const nearest = nearestWord(word, words);
  if (nearest !== null) return ` Did you mean ${prefix}${nearest}?`;
  return words.length === 0 ? '' : ` Known: ${words.map((known) => prefix + known).join(', ')}.`;
}
