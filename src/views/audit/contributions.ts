import { unbiasedChange } from '../../engine/unbiased';
import type { ContributionView } from '../../protocol/audit';
import { formatPoints } from '../numbers';
import type { AuditCell } from './arrange';

/**
 * What each cell adds to the unbiased macro change at the plan's time number `at`, a mean over `averagedOver` cells, in points.
 * Cells that add nothing are left out. Those against restarting come first, the largest at each end's outside:
 * rising from the most negative, then falling from the most positive.
 *
 * Source: BEYOND.md 2, macro numbers.
 */
export function listContributions(cells: readonly AuditCell[], at: number, averagedOver: number): readonly ContributionView[] {
  const all = cells.flatMap((cell) => {
    const decision = cell.decisions[at];
    if (decision?.status !== 'live' || decision.nLive === null || decision.xContinue === null || decision.xRestart === null || decision.xBoth === null) return [];
    const { n, nLive, xContinue, xRestart, xBoth } = decision;
    const early = xRestart - xBoth;
    const change = unbiasedChange([early, n - nLive - early, xBoth, xContinue - xBoth, nLive - xContinue]);
    const points = (100 * (change ?? 0)) / averagedOver;
    return points === 0 ? [] : [{ cell: cell.key, task: cell.label, points, text: formatPoints(points / 100, 2) }];
  });
  const against = all.filter((c) => c.points < 0).sort((a, b) => a.points - b.points);
  const forRestart = all.filter((c) => c.points > 0).sort((a, b) => b.points - a.points);
  return [...against, ...forRestart];
}
