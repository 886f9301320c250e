/** The numbers of the alarm calculator, each in [0, 1]: success of continuing and of restarting, alarms among failures and among successes. */
export interface AlarmInput {
  readonly q: number;
  readonly p: number;
  readonly tau: number;
  readonly phi: number;
}
