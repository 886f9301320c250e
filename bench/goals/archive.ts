import { evalLog } from '../data/evalLog';
import { judge, noteOf, type Goal } from '../goal';
import { runInterleaved, speedRatio } from '../measure';

const OURS = 'archive, opened and scanned';

/** An Inspect log, opened and scanned, against others that only open it. */
export const archiveGoal: Goal = {
  name: 'archive',
  title: 'A log of 200 samples in an archive',
  run: async ({ repetitions, part }) => {
    const file = await evalLog(Math.ceil(200 * part));
    const names = [OURS, 'yauzl, opened only', 'fflate, opened only'];
    const measured = runInterleaved(names.map((name) => ({ name, options: { file } })), repetitions);
    const [ours, ...peers] = measured;
    return {
      measured,
      findings: peers.map((peer) => judge({ goal: 9, what: OURS, peer: peer.contender, value: speedRatio(ours, peer), unit: 'x', wanted: { kind: 'least', value: 3 }, note: noteOf(measured, names) })),
    };
  },
};
