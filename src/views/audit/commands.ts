/** Commands that words of the audit may offer; the panel's host runs these and no others. */
export const AUDIT_COMMANDS = {
  runAudit: 'restartLens.runAudit',
  plan: 'restartLens.createPlan',
  freeze: 'restartLens.freezePlan',
  testMonitor: 'restartLens.testMonitor',
  chooseBudget: 'restartLens.chooseBudget',
  moveDecision: 'restartLens.moveDecision',
  importLabels: 'restartLens.importLabels',
  export: 'restartLens.exportReport',
  rebuildIndex: 'restartLens.rebuildIndex',
  showProblems: 'restartLens.showProblems',
  showNotCounted: 'restartLens.showNotCounted',
  showAttempts: 'restartLens.attempts.focus',
  showLog: 'restartLens.showLog',
  openFolder: 'workbench.action.files.openFolder',
} as const;

/** Whether a webview may ask for the command. */
export function isAuditCommand(command: string): boolean {
  return Object.values<string>(AUDIT_COMMANDS).includes(command);
}
