import type { AlarmInput } from './alarmInput';
import type { IntervalView } from './audit';
import type { SectionView } from './section';

/** A live cell on the plane of q against p; several may share a place. */
export interface OpportunityPoint {
  /** Key of the cell. */
  readonly key: string;
  /** "23413, luna initial". */
  readonly name: string;
  readonly q: number;
  readonly p: number;
  readonly nLive: number;
  /** Simultaneous intervals of both. */
  readonly continue: IntervalView;
  readonly restart: IntervalView;
  /** Everything about it in one sentence. */
  readonly sentence: string;
}

/** What acting on an alarm could gain at one time of the plan. */
export interface OpportunityView extends SectionView {
  readonly t: number;
  readonly points: readonly OpportunityPoint[];
  /** Where a perfect alarm would gain as much: one line for each number of points, of places on the plane. */
  readonly contours: readonly { readonly label: string; readonly line: readonly PlanePlace[] }[];
  readonly words: {
    /** "continuation success q, of the live attempts". */
    readonly q: string;
    readonly p: string;
    /** The plane in one sentence. */
    readonly sentence: string;
    readonly legend: string;
  };
}

export interface PlanePlace {
  readonly q: number;
  readonly p: number;
}

/** A live cell with the alarm of the calculator. */
export interface AlarmCell {
  readonly key: string;
  readonly name: string;
  readonly q: number;
  readonly p: number;
  /** "0 %", "80 %", "1 of 5", "+72.0", "+80.0". */
  readonly qText: string;
  readonly pText: string;
  readonly liveText: string;
  readonly gainText: string;
  readonly ceilingText: string;
}

/** What an alarm with given rates is worth. */
export interface AlarmView extends SectionView {
  readonly input: AlarmInput;
  /** Gain in points, for drawing. */
  readonly gain: number;
  readonly facts: readonly { readonly label: string; readonly value: string; readonly note: string }[];
  /** The gain in numbers of a hundred runs: why it comes out so. */
  readonly why: string;
  readonly accuracyText: string;
  readonly gainText: string;
  /** Places on the plane where the alarm gains nothing. */
  readonly zeroGain: readonly PlanePlace[];
  /** Gain in points at p from 0 to 1: a straight line. */
  readonly gainByRestart: readonly { readonly p: number; readonly gain: number }[];
  /** p above which the alarm gains; null: it stops nobody. */
  readonly threshold: number | null;
  readonly cells: readonly AlarmCell[];
}
