import type { Step } from '../model/step';

export type { FailureWindow, MonitorRun } from '../model/monitors';
export type { Probability } from '../model/units';

/** What rules see of a step: no text, no price, no time. */
export type StepView = Pick<
  Step,
  'index' | 'call' | 'kind' | 'actionHash' | 'observationHash' | 'malformed' | 'isToolStep' | 'isError' | 'exitCode'
>;
