import type { SectionView } from './section';

/** A value with its pointwise band; proportions. */
export interface BandPoint {
  readonly at: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** A place of the completion curve; without an estimate the value lies between `least` and `most`. */
export interface CompletionMark {
  readonly at: number;
  readonly least: number;
  readonly most: number;
  readonly isKnown: boolean;
  readonly low: number;
  readonly high: number;
}

export interface CurvesSubjectView {
  /** Sent back to ask for its curves. */
  readonly key: string;
  readonly label: string;
  readonly isCell: boolean;
}

/** What the drawings of one cell or group show. */
export interface CurvesDrawing {
  readonly axis: {
    readonly end: number;
    readonly budget: number;
    readonly ticks: readonly { readonly at: number; readonly label: string }[];
    readonly label: string;
    readonly budgetLabel: string;
  };
  /** Still running and watched, at the ticks. */
  readonly atRisk: readonly { readonly at: number; readonly text: string }[];
  readonly completion: readonly CompletionMark[];
  readonly verified: readonly BandPoint[];
  readonly terminal: readonly BandPoint[];
  /** Empty where there is none. */
  readonly continue: readonly BandPoint[];
  readonly restart: readonly BandPoint[];
  readonly charts: {
    readonly completion: ChartWords;
    readonly hazards: ChartWords;
    readonly actions: ChartWords;
  };
}

export interface ChartWords {
  readonly title: string;
  /** The drawing in one sentence. */
  readonly sentence: string;
}

/** n against epsilon for several sizes of the family. */
export interface EvidenceDrawing {
  readonly lines: readonly { readonly label: string; readonly line: readonly { readonly epsilon: number; readonly attempts: number }[] }[];
  /** Attempts of the cells here. */
  readonly here: { readonly low: number; readonly high: number; readonly label: string } | null;
  readonly words: ChartWords;
}

export interface CurvesView extends SectionView {
  readonly subject: string | null;
  readonly subjects: readonly CurvesSubjectView[];
  /** Null: nothing to draw. */
  readonly drawing: CurvesDrawing | null;
  readonly evidence: EvidenceDrawing;
}
