import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SectionPart, StepDifference, StepRow, StepSection, StepTextView, TrajectoryView } from '../../src/protocol/trajectory';
import { Icon } from '../shared/glyphs';
import { ask, host } from './connection';
import { Highlighted } from './highlighted';
import { Related } from './related';

export interface StepBodyProps {
  readonly row: StepRow;
  readonly view: TrajectoryView;
  /** What is searched for; marked in the text. */
  readonly query: string;
  onChoose(step: number): void;
  say(text: string): void;
}

type Loaded = { readonly text: StepTextView } | { readonly failure: string } | null;

/** The text of an open step, asked for when it is shown. */
export function StepBody({ row, view, query, onChoose, say }: StepBodyProps): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    const pending = host.request('stepText', { step: row.number });
    let isCurrent = true;
    pending.result.then(
      (text) => isCurrent && setLoaded({ text }),
      (error: unknown) => isCurrent && setLoaded({ failure: describe(error) }),
    );
    return () => {
      isCurrent = false;
      pending.cancel();
    };
    // A run that was read again may hold another text.
  }, [row.number, view]);
  if (loaded === null) return <div class="step-body muted note">Reading step {row.number}.</div>;
  if ('failure' in loaded) return <div class="step-body note">Step {row.number} could not be read: {loaded.failure}</div>;
  const { sections, difference, rawLabel, notice } = loaded.text;
  const scores = view.monitors.flatMap(({ label }, i) => {
    const score = row.scores[i] ?? '';
    return score === '' ? [] : [`${label} ${score}`];
  });
  const tools = (
    <>
      <button type="button" class="link" onClick={() => ask('copy', { step: row.number, as: 'text' }, say, `Step ${row.number} copied.`)}>
        Copy
      </button>
      <button type="button" class="link" onClick={() => ask('copy', { step: row.number, as: 'json' }, say, `Step ${row.number} copied as JSON.`)}>
        JSON
      </button>
      <button type="button" class="link" onClick={() => ask('copy', { step: row.number, as: 'link' }, say, `Link to step ${row.number} copied.`)}>
        Link
      </button>
      {rawLabel === '' ? null : (
        <button type="button" class="link" onClick={() => ask('reveal', { step: row.number, focus: true }, say)}>
          {rawLabel}
        </button>
      )}
    </>
  );
  const headed = sections.findIndex((section) => section.kind !== 'message');
  return (
    <div class="step-body" role="group" aria-label={`Step ${row.number}`}>
      {notice === '' ? null : (
        <p class="note">
          <Icon name="warning" tone="warning" /> {notice}
        </p>
      )}
      {headed >= 0 ? null : <div class="section-head small">{<span class="section-actions">{tools}</span>}</div>}
      {sections.map((section, i) => (
        <Section key={i} section={section} step={row.number} index={i} query={query} tools={i === headed ? tools : null} />
      ))}
      {sections.length === 0 ? <p class="muted note">This step holds no text.</p> : null}
      <Related runs={row.subAgents} label={`Sub-agents of step ${row.number}`} say={say} />
      {difference === null ? null : <Difference difference={difference} onChoose={onChoose} />}
      <p class="step-facts small muted">{[row.usage, ...scores].filter((part) => part !== '').join(' · ')}</p>
    </div>
  );
}

interface SectionProps {
  readonly section: StepSection;
  readonly step: number;
  readonly index: number;
  readonly query: string;
  readonly tools: ComponentChildren;
}

type Shown = { readonly part: number; readonly content: SectionPart | null; readonly failure: string } | null;

/** One text of a step: a preview, or on request all of it, in parts where it is long. */
function Section({ section, step, index, query, tools }: SectionProps): JSX.Element {
  const [shown, setShown] = useState<Shown>(null);
  const show = (part: number): void => {
    setShown((last) => ({ part, content: last?.content ?? null, failure: '' }));
    host.request('sectionPart', { step, section: index, part }).result.then(
      (content) => setShown((last) => (last?.part === part ? { part, content, failure: '' } : last)),
      (error: unknown) => setShown({ part, content: null, failure: describe(error) }),
    );
  };
  const isPlain = section.kind === 'message';
  const all = section.complete ? null : shown === null ? (
    <button type="button" class="link" aria-label={`All of ${section.title} of step ${step}`} onClick={() => show(0)}>
      All
    </button>
  ) : (
    <button type="button" class="link" aria-label={`Less of ${section.title} of step ${step}`} onClick={() => setShown(null)}>
      Less
    </button>
  );
  const text = shown?.content?.text ?? section.preview;
  return (
    <div class={`section section-${section.kind}`}>
      {isPlain && all === null ? null : (
        <div class="section-head small">
          {isPlain ? null : <b>{section.title}</b>}
          <span class="muted">{shown?.content ? shown.content.label : section.note}</span>
          <span class="section-actions">
            {tools}
            {all}
          </span>
        </div>
      )}
      {shown === null || section.parts < 2 ? null : <Pager part={shown.part} parts={section.parts} onShow={show} />}
      {shown?.failure ? <p class="note">{shown.failure}</p> : null}
      <Text text={text} query={query} isPlain={isPlain} isWhole={shown !== null || section.complete} />
      {shown === null || section.parts < 2 || shown.content === null ? null : <Pager part={shown.part} parts={section.parts} onShow={show} />}
    </div>
  );
}

interface TextProps {
  readonly text: string;
  readonly query: string;
  readonly isPlain: boolean;
  /** Long lines are wrapped; in a preview they are cut at the edge. */
  readonly isWhole: boolean;
}

function Text({ text, query, isPlain, isWhole }: TextProps): JSX.Element | null {
  if (text === '') return null;
  if (isPlain) {
    return (
      <p class="say">
        <Highlighted text={text} query={query} />
      </p>
    );
  }
  return (
    <pre class={isWhole ? 'whole' : 'preview'}>
      <code>
        <Highlighted text={text} query={query} />
      </code>
    </pre>
  );
}

function Pager({ part, parts, onShow }: { readonly part: number; readonly parts: number; onShow(part: number): void }): JSX.Element {
  const go = (target: number, text: string): JSX.Element => (
    <button type="button" class="link" disabled={target === part || target < 0 || target >= parts} onClick={() => onShow(target)}>
      {text}
    </button>
  );
  return (
    <div class="pager small" role="group" aria-label="Parts">
      {go(0, 'First')}
      {go(part - 1, 'Previous')}
      <span class="muted">
        {part + 1} of {parts}
      </span>
      {go(part + 1, 'Next')}
      {go(parts - 1, 'Last')}
    </div>
  );
}

function Difference({ difference, onChoose }: { readonly difference: StepDifference; onChoose(step: number): void }): JSX.Element {
  return (
    <div class="section">
      <div class="section-head small">
        <b>
          Against{' '}
          <button type="button" class="link" onClick={() => onChoose(difference.step)}>
            step {difference.step}
          </button>
          , the same command
        </b>
        <span class="muted">{difference.note}</span>
      </div>
      {difference.lines.length === 0 ? null : (
        <pre class="difference">
          {difference.lines.map((line, i) => (
            <div key={i} class={line.sign === '-' ? 'removed' : 'added'}>
              <span class="sign">{line.sign}</span>
              {line.text}
            </div>
          ))}
        </pre>
      )}
    </div>
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
