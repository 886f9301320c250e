import type { ReportSection, SectionView } from '../protocol/section';
import { alarm } from './alarm';
import { checks } from './checks';
import { curves } from './curves';
import { opportunity } from './opportunity';
import { conditions } from './conditions';
import { forks } from './forks';
import { nextRuns } from './nextRuns';
import { notCounted } from './notCounted';
import { representations } from './representations';
import { replay } from './replay';
import { patches } from './patches';
import { otherReading } from './otherReading';
import { runs } from './runs';
import { sensitivity } from './sensitivity';
import { trial } from './trial';
import { planSection } from './planSection';
import type { Section, SectionAnswer, SectionInput } from './section';

interface ReportPart {
  readonly name: string;
  isAbsent(input: SectionInput): boolean;
  open(input: SectionInput): Generator<void, { readonly section: ReportSection; readonly answer: SectionAnswer<SectionView> }, void>;
}

/** The sections that reports hold, in their order. */
export const REPORT_PARTS: readonly ReportPart[] = [part(opportunity), part(alarm), part(curves), part(replay), part(representations), part(conditions), part(otherReading), part(checks), part(nextRuns), part(forks), part(sensitivity), part(runs), part(patches), part(planSection), part(trial), part(notCounted)];

export interface ReportSections {
  /** In the order of the report. */
  readonly sections: readonly ReportSection[];
  /** Plain results by the section's name, for JSON. */
  readonly results: Readonly<Record<string, object>>;
}

/** The sections of a report as a reader sees each at first; `names` chooses among them, null takes all. In portions. */
export function* openReportSections(input: SectionInput, names: readonly string[] | null): Generator<void, ReportSections, void> {
  const sections: ReportSection[] = [];
  const results: Record<string, object> = {};
  for (const { name, isAbsent, open } of REPORT_PARTS) {
    if (names === null ? isAbsent(input) : !names.includes(name)) continue;
    const { section, answer } = yield* open(input);
    sections.push(section);
    if (answer.result !== null) results[name] = answer.result;
  }
  return { sections, results };
}

function part<Params, View extends SectionView>(section: Section<Params, View>): ReportPart {
  const { name, title, first } = section;
  return {
    name,
    isAbsent: (input) => section.isAbsent?.(input) ?? false,
    *open(input) {
      const answer = yield* section.open(input, first);
      return { section: { name, title, view: answer.view }, answer };
    },
  };
}
