import type { JSX } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AlarmInput } from '../../src/protocol/alarmInput';
import type { AuditView, BannerView, RichText } from '../../src/protocol/audit';
import type { SectionName } from '../../src/protocol/auditSections';
import { useAnnouncer } from '../shared/announcer';
import { Icon } from '../shared/glyphs';
import { readKeptState, useKeeper } from '../shared/state';
import { useHost, type PanelInput } from './connection';
import { Grid } from './grid';
import { Header, Verdict } from './header';
import { MacroSection } from './macroSection';
import { Notice } from './notice';
import { PlannerSection } from './plannerSection';
import { readPanelState, type PanelState } from './panelState';
import { chosenTime, listRows } from './rows';
import { sectionsOf, SectionTabs, tabOf, VERDICTS } from './sections';
import { Toolbar } from './toolbar';

/** Id of what the tabs change. */
const CONTENT = 'audit-section';

/** The audit panel: an audit, or what stands in its place. */
export function App(): JSX.Element {
  const { state, failure, asked, opened } = useHost();
  if (failure !== null) {
    return (
      <main class="page">
        <section class="card notice">
          <h1>
            <Icon name="error" tone="error" /> The audit could not be loaded.
          </h1>
          <p class="notice-line">{failure}</p>
        </section>
      </main>
    );
  }
  if (state === null) return <main class="page" aria-busy="true" />;
  return state.kind === 'notice' ? <Notice notice={state.notice} /> : <Audit audit={state.audit} banner={state.banner} asked={asked} opened={opened} />;
}

function Audit({ audit, banner, asked, opened }: { readonly audit: AuditView; readonly banner: BannerView | null } & Pick<PanelInput, 'asked' | 'opened'>): JSX.Element {
  const [state, setState] = useState(() => readKeptState(readPanelState));
  const change = useCallback((patch: Partial<PanelState>) => setState((last) => ({ ...last, ...patch })), []);
  const { say, region } = useAnnouncer();
  const at = chosenTime(audit, state.t);
  const listed = useMemo(() => listRows(audit, state, at), [audit, state, at]);
  const [wanted, setWanted] = useState<{ readonly key: string; readonly turn: number } | null>(null);
  const [needs, setNeeds] = useState<RichText>([]);
  const openCell = useCallback((key: string) => {
    // The cell may be filtered away or folded in: what was asked for is shown.
    const group = audit.groups.find((g) => g.cells.some((c) => c.key === key));
    setState((last) => ({ ...last, section: VERDICTS, open: key, filter: 'all', task: '', folded: group === undefined ? last.folded : { ...last.folded, [group.key]: false } }));
    setWanted((last) => ({ key, turn: (last?.turn ?? 0) + 1 }));
  }, [audit]);
  useEffect(() => {
    if (asked === null) return;
    change({ t: asked.t });
    openCell(asked.key);
  }, [asked]);
  useEffect(() => {
    if (opened !== null) change({ section: opened.section, ...(opened.trialSet === null ? {} : { trialSet: opened.trialSet }) });
  }, [opened]);
  const goTo = (section: SectionName, patch: Partial<PanelState>): void => {
    change({ ...patch, section });
    // The link goes away with its page, and the focus must not be lost with it.
    tabOf(section)?.focus();
  };
  // Rates that the reader has set stay; only the decision's own numbers come in.
  const goToAlarm = (alarm: AlarmInput): void => goTo('opportunity', { alarm: state.alarm === null ? alarm : { ...state.alarm, q: alarm.q, p: alarm.p } });
  const goToCurves = (subject: string): void => goTo('curves', { subject });
  const keepLater = useKeeper(() => ({ ...state, scroll: Math.round(window.scrollY) }), state);
  useScrollPlace(state.scroll, keepLater);
  useAnnouncements(audit, at, listed.shown, say);
  const Section = sectionsOf(audit).find(({ id }) => id === state.section)?.Page;
  const chosenSection = Section === undefined ? VERDICTS : state.section;
  return (
    <main class="page">
      <Header audit={audit} banner={banner} />
      <SectionTabs audit={audit} chosen={chosenSection} controls={CONTENT} onChoose={(section) => change({ section })} />
      <div id={CONTENT} role="tabpanel" aria-labelledby={`tab-${chosenSection}`}>
        {Section !== undefined ? (
          <Section audit={audit} at={at} state={state} change={change} onCell={openCell} />
        ) : (
          <>
            <Verdict audit={audit} />
            <Toolbar audit={audit} state={state} at={at} listed={listed} change={change} />
            <Grid audit={audit} state={state} at={at} rows={listed.rows} wanted={wanted} change={change} say={say} onNeeds={setNeeds} onAlarm={goToAlarm} onCurves={goToCurves} />
            <div class="below">
              <MacroSection audit={audit} at={at} mode={state.mode} onCell={openCell} />
              <PlannerSection planner={audit.planner} needs={state.open === null ? [] : needs} mode={state.mode} onCell={openCell} />
            </div>
          </>
        )}
      </div>
      {region}
    </main>
  );
}

/** Goes back to the kept place once the page is there, and keeps the place from then on. */
function useScrollPlace(kept: number, keepLater: () => void): void {
  useLayoutEffect(() => {
    if (kept > 0) window.scrollTo(0, kept);
    window.addEventListener('scroll', keepLater, { passive: true });
    return () => window.removeEventListener('scroll', keepLater);
  }, []);
}

/** Says what a choice changed, once the rows follow it. */
function useAnnouncements(audit: AuditView, at: number, shown: number, say: (text: string) => void): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) return;
    const live = audit.groups.reduce((sum, group) => sum + group.cells.filter((cell) => cell.decisions[at]?.status === 'live').length, 0);
    say(`t = ${audit.timeLabels[at] ?? ''}: ${live} cells are live.`);
  }, [at]);
  useEffect(() => {
    if (!isFirst.current) say(`${shown} cells shown.`);
    isFirst.current = false;
  }, [shown]);
}
