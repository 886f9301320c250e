import type { AlarmInput } from '../../src/protocol/alarmInput';
import type { TrialSetName } from '../../src/protocol/trialSection';
import { fieldOf } from '../shared/state';

export const FILTERS = ['all', 'restart', 'continue', 'abstain', 'not-reached', 'uncounted', 'horizon'] as const;
export type Filter = (typeof FILTERS)[number];

export const SORTS = ['weight', 'task', 'difference', 'live'] as const;
export type Sort = (typeof SORTS)[number];

export const MODES = ['chart', 'table'] as const;
export type Mode = (typeof MODES)[number];

/** What the reader chose; kept over a reload. No data of the trace but keys and the typed filter. */
export interface PanelState {
  /** Decision time; null: the audit's own choice. */
  readonly t: number | null;
  readonly filter: Filter;
  /** Part of a task's name, as typed. */
  readonly task: string;
  readonly sort: Sort;
  readonly mode: Mode;
  /** Key of the cell whose detail is open. */
  readonly open: string | null;
  /** Groups that the reader opened or closed, by key. */
  readonly folded: Readonly<Record<string, boolean>>;
  /** The open section of the panel. */
  readonly section: string;
  /** Numbers of the alarm calculator; null: the example that it begins with. */
  readonly alarm: AlarmInput | null;
  /** Cell or group whose curves are shown, by key; '': the first. */
  readonly subject: string;
  /** Key of the runtime and cohort whose replays are shown; null: the first. */
  readonly replayGroup: string | null;
  /** Key of the runtime and cohort whose representations are shown; '': the first. */
  readonly viewGroup: string;
  /** Keys of the two conditions that are compared; null: as the section suggests. */
  readonly conditionA: string | null;
  readonly conditionB: string | null;
  /** Whether failed submissions are known in replays; null: as the data suggest. */
  readonly verifier: 'yes' | 'no' | null;
  /** Which attempts a trial is evaluated on, and which of its results is shown, by key; '': the first. */
  readonly trialSet: TrialSetName;
  readonly trialPart: string;
  /** CSS pixels from the top of the page, as kept last time. */
  readonly scroll: number;
}

export const FIRST_STATE: PanelState = { t: null, filter: 'all', task: '', sort: 'weight', mode: 'chart', open: null, folded: {}, section: 'verdicts', replayGroup: null, viewGroup: '', conditionA: null, conditionB: null, verifier: null, trialSet: 'held-out', trialPart: '', alarm: null, subject: '', scroll: 0 };

/** The kept state as far as it can be understood; the rest as at first. */
export function readPanelState(raw: unknown): PanelState {
  const t = fieldOf(raw, 't');
  const task = fieldOf(raw, 'task');
  const open = fieldOf(raw, 'open');
  const section = fieldOf(raw, 'section');
  const subject = fieldOf(raw, 'subject');
  const replayGroup = fieldOf(raw, 'replayGroup');
  const viewGroup = fieldOf(raw, 'viewGroup');
  const conditionA = fieldOf(raw, 'conditionA');
  const conditionB = fieldOf(raw, 'conditionB');
  const verifier = fieldOf(raw, 'verifier');
  const trialPart = fieldOf(raw, 'trialPart');
  const scroll = fieldOf(raw, 'scroll');
  return {
    t: typeof t === 'number' && Number.isFinite(t) ? t : null,
    filter: oneOf(FILTERS, fieldOf(raw, 'filter')),
    task: typeof task === 'string' ? task : '',
    sort: oneOf(SORTS, fieldOf(raw, 'sort')),
    mode: oneOf(MODES, fieldOf(raw, 'mode')),
    open: typeof open === 'string' ? open : null,
    folded: readFolded(fieldOf(raw, 'folded')),
    section: typeof section === 'string' ? section : FIRST_STATE.section,
    alarm: readAlarm(fieldOf(raw, 'alarm')),
    subject: typeof subject === 'string' ? subject : '',
    replayGroup: typeof replayGroup === 'string' ? replayGroup : null,
    viewGroup: typeof viewGroup === 'string' ? viewGroup : '',
    conditionA: typeof conditionA === 'string' ? conditionA : null,
    conditionB: typeof conditionB === 'string' ? conditionB : null,
    verifier: verifier === 'yes' || verifier === 'no' ? verifier : null,
    trialSet: fieldOf(raw, 'trialSet') === 'after-freeze' ? 'after-freeze' : 'held-out',
    trialPart: typeof trialPart === 'string' ? trialPart : '',
    scroll: typeof scroll === 'number' && scroll >= 0 ? scroll : 0,
  };
}

function oneOf<Value extends string>(values: readonly [Value, ...Value[]], raw: unknown): Value {
  return values.find((value) => value === raw) ?? values[0];
}

function readAlarm(raw: unknown): AlarmInput | null {
  const [q, p, tau, phi] = (['q', 'p', 'tau', 'phi'] as const).map((name) => {
    const value = fieldOf(raw, name);
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
  });
  return q === undefined || p === undefined || tau === undefined || phi === undefined ? null : { q, p, tau, phi };
}

function readFolded(raw: unknown): Readonly<Record<string, boolean>> {
  if (typeof raw !== 'object' || raw === null) return {};
  return Object.fromEntries(Object.entries(raw).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'));
}
