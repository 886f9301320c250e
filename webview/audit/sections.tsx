import type { JSX } from 'preact';
import type { AuditView } from '../../src/protocol/audit';
import { TabList } from '../shared/tabList';
import { ChecksSection } from './sections/checks';
import { CurvesSection } from './sections/curves';
import { OpportunitySection } from './sections/opportunity';
import { ConditionsSection } from './sections/conditions';
import { OtherReadingSection } from './sections/otherReading';
import { ForksSection } from './sections/forks';
import { NextRunsSection } from './sections/nextRuns';
import { NotCountedSection } from './sections/notCounted';
import { RepresentationsSection } from './sections/representations';
import { ReplaySection } from './sections/replay';
import { PatchesSection } from './sections/patches';
import { RunsSection } from './sections/runs';
import { PlanSection } from './sections/plan';
import { SensitivitySection } from './sections/sensitivity';
import { TrialSection } from './sections/trial';
import type { PanelState } from './panelState';

export interface SectionProps {
  readonly audit: AuditView;
  /** Index of the chosen decision time. */
  readonly at: number;
  readonly state: PanelState;
  change(patch: Partial<PanelState>): void;
  /** Goes to the verdicts and opens the cell. */
  onCell(key: string): void;
}

interface SectionTab {
  readonly id: string;
  readonly title: string;
  readonly Page: (props: SectionProps) => JSX.Element;
  /** Only where it says something of this audit; left out: always. */
  isShown?(audit: AuditView): boolean;
}

/** The sections beside the verdicts, in the order of the tabs. */
const SECTION_TABS: readonly SectionTab[] = [
  { id: 'opportunity', title: 'Opportunity', Page: OpportunitySection },
  { id: 'curves', title: 'Curves', Page: CurvesSection },
  { id: 'replay', title: 'Replay', Page: ReplaySection },
  { id: 'representations', title: 'Representations', Page: RepresentationsSection },
  { id: 'conditions', title: 'Conditions', Page: ConditionsSection },
  { id: 'otherReading', title: 'Other reading', Page: OtherReadingSection, isShown: (audit) => audit.hasOtherReading },
  { id: 'checks', title: 'Checks', Page: ChecksSection },
  { id: 'sensitivity', title: 'Sensitivity', Page: SensitivitySection },
  { id: 'nextRuns', title: 'Next runs', Page: NextRunsSection },
  { id: 'forks', title: 'Forks', Page: ForksSection, isShown: (audit) => audit.hasForks },
  { id: 'runs', title: 'Runs', Page: RunsSection },
  { id: 'patches', title: 'Patches', Page: PatchesSection },
  { id: 'planCheck', title: 'Plan', Page: PlanSection },
  { id: 'trial', title: 'Trial', Page: TrialSection },
  { id: 'notCounted', title: 'Not counted', Page: NotCountedSection },
];

/** The sections of an audit, in the order of the tabs. */
export function sectionsOf(audit: AuditView): readonly SectionTab[] {
  return SECTION_TABS.filter(({ isShown }) => isShown?.(audit) ?? true);
}

/** The tab of a section on the page. */
export function tabOf(id: string): HTMLElement | null {
  return document.getElementById(`tab-${id}`);
}

/** The tab that is open at first. */
export const VERDICTS = 'verdicts';

/** Tabs of the panel; `controls` names the part of the page that they change. */
export function SectionTabs({ audit, chosen, controls, onChoose }: { readonly audit: AuditView; readonly chosen: string; readonly controls: string; onChoose(id: string): void }): JSX.Element {
  return <TabList label="Sections of the audit" value={chosen} controls={controls} tabs={[{ id: VERDICTS, title: 'Verdicts' }, ...sectionsOf(audit)]} onChoose={onChoose} />;
}
