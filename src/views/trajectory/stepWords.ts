import type { Step } from '../../model/step';

/** "exit 1", "error", "malformed", or '' . */
export function exitWord(step: Pick<Step, 'exitCode' | 'isError' | 'malformed'>): string {
  if (step.malformed) return 'malformed';
  if (step.exitCode !== null) return `exit ${step.exitCode}`;
  return step.isError ? 'error' : '';
}

/** Whether what `exitWord` says is shown as bad. */
export function hasFailed(step: Pick<Step, 'isError' | 'malformed'>): boolean {
  return step.malformed || step.isError;
}
