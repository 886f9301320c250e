import type { ComponentChildren, JSX } from 'preact';
import type { SectionView } from '../../src/protocol/section';
import { DataTable } from '../shared/dataTable';
import { Icon } from '../shared/glyphs';
import { ProgressRing } from '../shared/toolkit';
import { openAttempt, openPair } from './connection';
import { CaveatList } from './header';
import type { SectionState } from './useSection';

export interface SectionPageProps<View extends SectionView> {
  readonly state: SectionState<View>;
  onCell(key: string): void;
  /** Controls above and drawings between the words and the tables. */
  readonly controls?: ComponentChildren;
  draw?(view: View): ComponentChildren;
}

/** A section of the panel: headline, lead, caveats, its drawings, then tables that say the same. */
export function SectionPage<View extends SectionView>({ state, onCell, controls, draw }: SectionPageProps<View>): JSX.Element {
  const { view, failure, isWaiting } = state;
  return (
    <>
      {controls}
      {failure !== null && (
        <p class="section-failure" role="alert">
          <Icon name="error" tone="error" /> {failure}
        </p>
      )}
      {view === null && failure === null && (
        <p class="section-waiting muted" role="status">
          <ProgressRing /> Computing
        </p>
      )}
      {view !== null && (
        <div aria-busy={isWaiting} class={isWaiting ? 'section section-old' : 'section'}>
          <h1>{view.headline}</h1>
          {view.lead !== '' && <p class="lead">{view.lead}</p>}
          {view.caveats.length > 0 && <CaveatList caveats={view.caveats} />}
          {draw?.(view)}
          {view.tables.map((table, k) => (
            <DataTable key={`${table.title} ${k}`} table={table} onAttempt={openAttempt} onCell={onCell} onPair={openPair} />
          ))}
          {view.footnotes.map((note) => (
            <p key={note} class="small muted footnote">
              {note}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
