import { curvesInPortions, type CurvesSubject } from '../analysis/curves';
import type { AuditedOutcome } from '../analysis/audit';
import type { CurvesSubjectView, CurvesView } from '../protocol/curves';
import { cellKey } from '../views/audit/arrange';
import { cellName } from '../views/opportunity/opportunityWords';
import { runtimeName } from '../views/words';
import { groupKeyOf, viewAllCurves, viewCurves } from '../views/curves/viewCurves';
import { fieldOf } from './params';
import type { Section } from './section';

/** Completion, hazards and both actions; `subject` is the key of a cell or group, '' the first group, null (reports) all of them. */
export const curves: Section<{ readonly subject: string | null }, CurvesView> = {
  name: 'curves',
  title: 'Curves',
  first: { subject: null },
  readParams: (raw) => {
    const subject = fieldOf(raw, 'subject');
    return { subject: typeof subject === 'string' ? subject : '' };
  },
  *open({ outcome }, { subject }) {
    if (subject === null) {
      const result = yield* curvesInPortions(outcome);
      return { view: viewAllCurves(result), result };
    }
    const subjects = listSubjects(outcome);
    const chosen = subjects.find(({ view }) => view.key === subject) ?? subjects[0];
    const result = yield* curvesInPortions(outcome, chosen?.subject ?? { runtime: '', cohort: null, task: null });
    return { view: viewCurves(result, subjects.map(({ view }) => view), subject), result };
  },
};

/** Groups, each followed by its cells; those without a usable attempt are left out. */
function listSubjects({ cells }: AuditedOutcome): readonly { readonly subject: CurvesSubject; readonly view: CurvesSubjectView }[] {
  const seen = new Set<string>();
  return cells
    .filter((cell) => cell.usable.length > 0)
    .flatMap((cell) => {
      const { runtime, cohort, task } = cell;
      const group = groupKeyOf(cell);
      const head = seen.has(group) ? [] : [{ subject: { runtime, cohort, task: null }, view: { key: group, label: runtimeName(cell), isCell: false } }];
      seen.add(group);
      return [...head, { subject: { runtime, cohort, task }, view: { key: cellKey(runtime, cohort, task), label: cellName(cell), isCell: true } }];
    });
}
