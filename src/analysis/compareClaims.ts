import type { Certificate, FailedClaim, UnclaimedFields } from '../model/certificate';

/** Relative difference that another build of the same arithmetic may make; counts and verdicts are compared exactly. */
const TOLERANCE = 1e-9;

/** Gathers claims as they are compared. */
export class Claims {
  private readonly failures: FailedClaim[] = [];
  private readonly unclaimed: UnclaimedFields[] = [];
  private count = 0;

  get checked(): number {
    return this.count;
  }

  get failed(): readonly FailedClaim[] {
    return this.failures;
  }

  /** Fields that the certificate, made by an earlier version, does not have. */
  get notClaimed(): readonly UnclaimedFields[] {
    return this.unclaimed;
  }

  /** Compares a value; numbers that are not whole may differ in the tenth digit. */
  compare(claim: string, stated: unknown, found: unknown): void {
    this.count++;
    if (isSame(stated, found)) return;
    const [left, right] = showBoth(stated, found);
    this.failures.push({ claim, stated: left, found: right });
  }

  /** Compares two records field by field and names only the fields that differ, in one line. */
  compareFields(claim: string, stated: object, found: object, { unsaid = [], later }: FieldWords = {}): void {
    if (later !== undefined) this.leaveUnclaimed([stated], later);
    const absent = (later?.fields ?? []).filter((field) => !(field in stated));
    this.count++;
    const [left, right] = [new Map<string, unknown>(Object.entries(stated)), new Map<string, unknown>(Object.entries(found))];
    const fields = [...new Set([...left.keys(), ...right.keys()])].filter((field) => !unsaid.includes(field) && !absent.includes(field) && !isSame(left.get(field), right.get(field)));
    if (fields.length === 0) return;
    const shown = fields.map((field) => [field, showBoth(left.get(field), right.get(field))] as const);
    const say = (side: 0 | 1): string => shown.map(([field, both]) => `${field} ${both[side]}`).join(', ');
    this.failures.push({ claim, stated: say(0), found: say(1) });
  }

  /** Compares two lists of records by name: what is missing, what is new, and what differs, each as a claim of its own. */
  compareLists<Item extends object>(stated: readonly Item[], found: readonly Item[], { nameOf, describe, unsaid = [], later }: ListWords<Item>): void {
    // A field that lacks in some of the records only was taken out of them.
    const absent = later === undefined ? [] : this.leaveUnclaimed(stated, later);
    const here = new Map(nameApart(found, nameOf));
    for (const [name, item] of nameApart(stated, nameOf)) {
      const other = here.get(name);
      if (other !== undefined) this.compareFields(name, item, other, { unsaid: [...unsaid, ...absent] });
      else this.fail(name, describe(item), 'not there');
      here.delete(name);
    }
    for (const [name, item] of here) this.fail(name, 'not there', describe(item));
  }

  /** Notes a part of the certificate that it does not have as a whole. */
  leaveOut(of: string, fields: readonly string[]): void {
    this.unclaimed.push({ of, fields });
  }

  /** Notes and returns the later fields that none of the records has. */
  private leaveUnclaimed(stated: readonly object[], { of, fields }: LaterFields): readonly string[] {
    const absent = stated.length === 0 ? [] : fields.filter((field) => stated.every((item) => !(field in item)));
    if (absent.length > 0) this.leaveOut(of, absent);
    return absent;
  }

  /** A claim that does not hold. */
  fail(claim: string, stated: string, found: string): void {
    this.count++;
    this.failures.push({ claim, stated, found });
  }
}

/** Fields that an earlier version did not write, and what has them: "decisions". */
export interface LaterFields {
  readonly of: string;
  readonly fields: readonly string[];
}

export interface FieldWords {
  /** Fields that are no claims: where an item was found, which changes with its neighbours. */
  readonly unsaid?: readonly string[];
  readonly later?: LaterFields;
}

export interface ListWords<Item> extends FieldWords {
  readonly nameOf: (item: Item) => string;
  readonly describe: (item: Item) => string;
}

/** Items by name; a name that comes again gets its number. */
function nameApart<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly (readonly [string, Item])[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const name = nameOf(item);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return [count === 1 ? name : `${name} (${count})`, item];
  });
}

/** What the decisions, macro numbers, files and attempts of a certificate are called in claims. */
export const CLAIM_NAMES = {
  file: ({ file }: Certificate['files'][number]): string => `file ${file}`,
  attempt: ({ file, task, runtime, cohort, attempt }: Certificate['attempts'][number]): string => `attempt ${[task ?? 'no task', runtime, ...(cohort === null ? [] : [cohort]), attempt].join(', ')} (${file})`,
  decision: ({ task, runtime, cohort, t }: Certificate['decisions'][number]): string => `decision ${[task, runtime, ...(cohort === null ? [] : [cohort])].join(', ')}, t = ${t}`,
  macro: ({ runtime, cohort, t }: Certificate['macro'][number]): string => `macro change ${[runtime, ...(cohort === null ? [] : [cohort])].join(', ')}, t = ${t}`,
} as const;

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    if (Number.isInteger(one) && Number.isInteger(other)) return one === other;
    return Math.abs(one - other) <= TOLERANCE * Math.max(1, Math.abs(one), Math.abs(other));
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))];
  return left.length === right.size && left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

const LONGEST = 160;
/** Characters kept before the first difference of two long texts. */
const LEAD = 24;

/** Two different values as they are shown: long ones from shortly before their first difference. */
function showBoth(one: unknown, other: unknown): readonly [string, string] {
  const [left, right] = [show(one), show(other)];
  const start = Math.max(0, firstDifference(left, right) - LEAD);
  const cut = (text: string): string => {
    const rest = start > LONGEST / 2 && text.length > LONGEST ? `…${text.slice(start)}` : text;
    return rest.length > LONGEST ? `${rest.slice(0, LONGEST - 1)}…` : rest;
  };
  return [cut(left), cut(right)];
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function show(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'low' in value && 'high' in value) {
    const estimate = 'estimate' in value ? `${showNumber(value.estimate)} ` : '';
    return `${estimate}[${showNumber(value.low)}, ${showNumber(value.high)}]`;
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
}

function showNumber(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(10))) : String(value);
}
