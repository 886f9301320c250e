import { labelsReader } from '../../src/formats/labels/labels';
import { checkReader, isLineEnd } from './readerContract';

const LINES = `{"attempt": "3f2a", "outcome": "resolved", "first_verified_call": 4}
{"file": "runs/a.traj.json", "outcome": "unresolved"}
{"task": "acme__widget-12", "runtime": "acme/small-1", "attempt": "run-2", "call": 3, "passed": false, "tests_passed": 1, "tests_total": 5}
{"task": "acme__widget-12", "attempt": "run-3", "calls": [{"call": 1, "passed": false}, {"call": 2, "passed": true}]}
`;
const CSV = `task,runtime,attempt,call,passed,tests_passed,tests_total
acme__widget-12,acme/small-1,run-2,1,false,0,5
acme__widget-12,acme/small-1,run-2,2,true,5,5
`;

const GATES = `{"task": "acme__widget-12", "base_fails": true, "reference_passes": true}
{"task": "acme__widget-31", "base_fails": false}
`;
const GATES_CSV = `task,base_fails,reference_passes
acme__widget-12,true,true
acme__widget-31,false,
`;

checkReader('labels', labelsReader, [
  { name: 'JSON lines', files: { 'labels.jsonl': LINES }, isSilentCut: isLineEnd },
  // A shorter table is a table: only a cut inside the header, or that leaves a row too short, leaves something to find.
  { name: 'CSV', files: { 'labels.csv': CSV }, isSilentCut: (kept) => (kept.split('\n').length > 1 && (kept.split('\n').at(-1) ?? '').split(',').length >= 7) || kept.split('\n').length > 2 },
  { name: 'gates in JSON lines', files: { 'gates.jsonl': GATES }, isSilentCut: isLineEnd },
  { name: 'gates in CSV', files: { 'gates.csv': GATES_CSV }, isSilentCut: (kept) => kept.split('\n').length > 2 || (kept.split('\n').length > 1 && (kept.split('\n').at(-1) ?? '').split(',').length >= 3) },
]);
