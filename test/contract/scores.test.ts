import { scoresReader } from '../../src/formats/scores/scores';
import { checkReader, isLineEnd } from './readerContract';

const LINES = `{"attempt": "3f2a", "step": 0, "monitor": "probe", "score": 0.1, "threshold": 0.8}
{"file": "runs/a.traj.json", "call": 2, "monitor": "probe", "score": 0.95, "cost": 0.0001}
{"task": "acme__widget-12", "runtime": "acme/small-1", "attempt": "run-2", "step": 3, "monitor": "probe", "score": 1}
`;

checkReader('scores', scoresReader, [{ name: 'three ways to name an attempt', files: { 'scores.jsonl': LINES }, isSilentCut: isLineEnd }]);
