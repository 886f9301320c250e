import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { TrajectoryView } from '../../src/protocol/trajectory';
import { Footer } from './footer';
import { Header } from './header';
import { useKeys } from './keys';
import { Outline } from './outline';
import type { Place } from './place';
import { readerKeys } from './readerKeys';
import { SearchBar } from './searchBar';
import { StepList } from './stepList';
import { Strip } from './strip';
import { useMessage } from './useMessage';
import { useReader } from './useReader';
import { VerifierStrip } from './verifierStrip';

export interface RunProps {
  readonly view: TrajectoryView;
  /** Where the reader was; written back as it changes. */
  readonly kept: { current: Place };
  say(text: string): void;
}

/** A run: header, score strip, outline and steps; or what is known when there are no steps. */
export function Run({ view, kept, say: announce }: RunProps): JSX.Element {
  const { message, say } = useMessage(announce);
  const startTop = useRef(kept.current.top);
  const reader = useReader(view, kept, say);
  const { monitor, shown, choose } = reader;
  useKeys(readerKeys(reader, say));
  if (view.empty !== null) {
    return (
      <main class="run">
        <Header view={view} say={say} />
        <div class="page empty">
          <p>{view.empty}</p>
          {view.verifier === null ? null : <p>{view.verifier.sentence}</p>}
        </div>
        <Footer view={view} shown={0} message={message} />
      </main>
    );
  }
  return (
    <main class="run" style={{ '--digits': String(String(view.steps.count).length) }}>
      <Header view={view} say={say} />
      {monitor === null ? null : (
        <Strip reader={reader} monitor={monitor} onMonitor={reader.setMonitor} onChoose={(number) => choose(number, { align: 'center', focus: false })} onWindow={reader.goToWindow} />
      )}
      {view.verifier === null ? null : <VerifierStrip reader={reader} verifier={view.verifier} onChoose={(number) => choose(number, { align: 'center', focus: false })} />}
      <div class="columns">
        <Outline reader={reader} onChoose={(number) => choose(number, { focus: false, align: 'center' })} />
        <section class="steps" aria-label="Steps">
          <SearchBar reader={reader} />
          <StepList reader={reader} top={startTop.current} say={say} />
        </section>
      </div>
      <Footer view={view} shown={shown.count} message={message} />
    </main>
  );
}
