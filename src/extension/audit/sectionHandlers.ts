import * as vscode from 'vscode';
import type { AuditedOutcome } from '../../analysis/audit';
import type { SectionRequests } from '../../protocol/auditSections';
import { RpcFailure, type CancelSignal, type Handlers } from '../../protocol/rpc';
import type { SectionView } from '../../protocol/section';
import { alarm } from '../../sections/alarm';
import { checks } from '../../sections/checks';
import { curves } from '../../sections/curves';
import { opportunity } from '../../sections/opportunity';
import { conditions } from '../../sections/conditions';
import { forks } from '../../sections/forks';
import { nextRuns } from '../../sections/nextRuns';
import { notCounted } from '../../sections/notCounted';
import { representations } from '../../sections/representations';
import { replay } from '../../sections/replay';
import { patches } from '../../sections/patches';
import { otherReading } from '../../sections/otherReading';
import { sensitivity } from '../../sections/sensitivity';
import { runs } from '../../sections/runs';
import { planSection } from '../../sections/planSection';
import { trial } from '../../sections/trial';
import type { Section, SectionInput } from '../../sections/section';
import { finishInPortions } from '../portions';

type Answers<View> = (params: unknown, signal: CancelSignal) => Promise<View>;

/**
 * Answers the panel's requests for sections: one line for each. A view is kept as long as its audit is in force, so that
 * going back and forth between sections computes nothing twice; work that nobody waits for is given up.
 */
export function sectionHandlers(input: () => SectionInput | null): Handlers<SectionRequests> {
  const kept = new WeakMap<AuditedOutcome, Map<string, SectionView>>();
  function answers<Params, View extends SectionView>(section: Section<Params, View>): Answers<View> {
    return async (raw, signal) => {
      const current = input();
      if (current === null) throw new RpcFailure('no-audit', vscode.l10n.t('There is no audit.'));
      const params = section.readParams(raw);
      const views = kept.get(current.outcome) ?? new Map<string, SectionView>();
      kept.set(current.outcome, views);
      const key = JSON.stringify([section.name, params]);
      const known = views.get(key);
      // Kept under the name of its section, so it is that section's view.
      if (known !== undefined) return known as View;
      const answer = await finishInPortions(section.open(current, params), () => !signal.cancelled);
      if (answer === null) throw new RpcFailure('cancelled', 'Cancelled.');
      if (section.isPassing !== true) views.set(key, answer.view);
      return answer.view;
    };
  }
  return { opportunity: answers(opportunity), alarm: answers(alarm), curves: answers(curves), replay: answers(replay), representations: answers(representations), conditions: answers(conditions), runs: answers(runs), patches: answers(patches), planCheck: answers(planSection), trial: answers(trial), otherReading: answers(otherReading), checks: answers(checks), nextRuns: answers(nextRuns), forks: answers(forks), sensitivity: answers(sensitivity), notCounted: answers(notCounted) };
}
