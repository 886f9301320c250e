import { checkPlan } from '../analysis/checkPlan';
import type { Plan } from '../model/plan';
import type { StudyLog } from '../model/studyLog';
import { PLAN_KEYS } from '../plan/planFields';
import { readStudyLog } from '../plan/studyLog';
import type { SectionView } from '../protocol/section';
import { fieldWords } from '../views/plan/fieldWords';
import { viewPlan, type PlanField } from '../views/sections/plan';
import type { Section, SectionInput } from './section';

/** The plan with its defaults marked, seal, rules, utility, and the log of looks. */
export const planSection: Section<null, SectionView> = {
  // Not "plan": in JSON that is the audit's own.
  name: 'planCheck',
  title: 'Plan',
  first: null,
  readParams: () => null,
  *open(input) {
    const { rules, spending } = yield* checkPlan(input);
    const study = readLog(input.outcome.seal.logFile);
    const { plan } = input.outcome.result;
    const view = viewPlan({ plan, fields: fieldsOf(input), rules, spending, study });
    const log = typeof study === 'string' || study === null ? null : { entries: study.entries, faults: study.faults };
    return { view, result: { seal: plan.seal, sealed: plan.sealed, rules, spending, log } };
  },
};

/** The log; null where there is none, a message where it cannot be read. */
function readLog(file: string | null): StudyLog | string | null {
  if (file === null) return null;
  try {
    const log = readStudyLog(file);
    return log.entries.length === 0 && log.faults.length === 0 ? null : log;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fieldsOf({ outcome }: SectionInput): readonly PlanField[] {
  const { plan, stated, seal, result } = outcome;
  const frozen: Partial<Plan> = seal.check.state === 'intact' ? seal.check.lock.settled : {};
  const settled: Plan = { ...plan, ...frozen, estimand: result.plan.estimand };
  return PLAN_KEYS.map((key) => {
    const isDefault = result.plan.defaults.includes(key);
    const source = !isDefault ? 'stated' : stated[key] !== null || settled[key] === null ? 'default' : key in frozen ? 'frozen' : 'data';
    return { key, value: fieldWords(key, settled), source };
  });
}
