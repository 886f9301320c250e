// Commands that are loaded when one of them is run, together, since they share most of what they need.
export { testMonitor } from '../trial/testMonitor';
export { importSidecar } from './importSidecar';
export { chooseBudget, createPlan, moveDecision } from './planCommands';
export { checkPlan, freezePlan, verifyCertificate, writeCertificate } from './sealCommands';
