import type { AlarmInput } from '../protocol/alarmInput';
import type { AlarmView } from '../protocol/opportunity';
import { chosenTimeOf } from '../views/audit/viewAudit';
import { PAPER_ALARM, viewAlarm } from '../views/opportunity/viewAlarm';
import { fieldOf, readChance, readTime } from './params';
import type { Section } from './section';

/** The alarm calculator, beginning with the example of paper A. */
export const alarm: Section<{ readonly input: AlarmInput; readonly t: number | null }, AlarmView> = {
  name: 'alarm',
  title: 'Alarm calculator',
  first: { input: PAPER_ALARM, t: null },
  isPassing: true,
  readParams: (raw) => {
    const input = fieldOf(raw, 'input');
    const chance = (name: keyof AlarmInput): number => readChance(input, name, PAPER_ALARM[name]);
    return { input: { q: chance('q'), p: chance('p'), tau: chance('tau'), phi: chance('phi') }, t: readTime(raw) };
  },
  *open({ outcome }, { input, t }) {
    yield;
    return { view: viewAlarm(input, { result: outcome.result, t: chosenTimeOf(outcome.result, t) }), result: null };
  },
};
