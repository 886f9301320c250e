import { readFileSync } from 'node:fs';

/** A golden file (MATH.md 7). */
export interface GoldenFile {
  /** Names of its quantities, in the file's order. */
  readonly names: readonly string[];
  /** One quantity, checked now; throws with the place when it has another layout. */
  readonly quantity: (name: string) => GoldenQuantity;
}

export interface GoldenQuantity {
  readonly rtol: number;
  readonly atol: number;
  readonly cases: readonly GoldenCase[];
}

export interface GoldenCase {
  readonly id: string;
  readonly inputs: GoldenInputs;
  readonly expected: unknown;
}

/** Reads a file of the layout of golden_public.json; throws when it has another one. Quantities are checked when asked for. */
export function readGoldenFile(file: string): GoldenFile {
  const content = toRecord(JSON.parse(readFileSync(file, 'utf8')), file);
  const quantities = toRecord(content['quantities'], 'quantities');
  return { names: Object.keys(quantities), quantity: (name) => toQuantity(quantities[name], name) };
}

/** Inputs of one case; each reader names the case and the key when the value has another type. */
export class GoldenInputs {
  constructor(
    private readonly id: string,
    private readonly inputs: Readonly<Record<string, unknown>>,
  ) {}

  value(key: string): unknown {
    if (!Object.hasOwn(this.inputs, key)) throw new TypeError(`${this.id}: no input ${key}.`);
    return this.inputs[key];
  }

  number(key: string): number {
    const value = this.value(key);
    if (typeof value !== 'number') throw new TypeError(`${this.id}: ${key} is no number.`);
    return value;
  }

  list(key: string): readonly unknown[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw new TypeError(`${this.id}: ${key} is no list.`);
    return value;
  }

  numbers(key: string): readonly number[] {
    return this.list(key).map((value) => {
      if (typeof value !== 'number') throw new TypeError(`${this.id}: ${key} holds something else than numbers.`);
      return value;
    });
  }

  /** Keys and values of an object, in the file's order. */
  entries(key: string): readonly (readonly [string, unknown])[] {
    return Object.entries(toRecord(this.value(key), `${this.id}: ${key}`));
  }
}

function toQuantity(value: unknown, name: string): GoldenQuantity {
  const quantity = toRecord(value, name);
  const cases = quantity['cases'];
  if (!Array.isArray(cases)) throw new TypeError(`${name}: no list of cases.`);
  return { rtol: toTolerance(quantity['rtol'], name), atol: toTolerance(quantity['atol'], name), cases: cases.map((one) => toCase(one, name)) };
}

function toCase(value: unknown, name: string): GoldenCase {
  const one = toRecord(value, name);
  const id = one['id'];
  if (typeof id !== 'string') throw new TypeError(`${name}: a case without id.`);
  return { id, inputs: new GoldenInputs(id, toRecord(one['inputs'], id)), expected: one['expected'] };
}

function toTolerance(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`${name}: no tolerance.`);
}

function toRecord(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`${place}: expected an object.`);
  // An object that is no array has string keys; its values stay unknown.
  return value as Readonly<Record<string, unknown>>;
}
