import type { JSX } from 'preact';
import type { Tone, TrajectoryView } from '../../src/protocol/trajectory';
import { Icon, type IconName, type IconTone } from '../shared/glyphs';
import { ask } from './connection';
import { Related } from './related';

const TONES: Readonly<Record<Tone, { readonly icon: IconName; readonly tone: IconTone } | null>> = {
  good: { icon: 'check', tone: 'good' },
  bad: { icon: 'cross', tone: 'bad' },
  unknown: { icon: 'question', tone: 'plain' },
  excluded: { icon: 'bar', tone: 'plain' },
  plain: null,
};

export interface HeaderProps {
  readonly view: TrajectoryView;
  say(text: string): void;
}

/** What was run, how it ended, and what it took. */
export function Header({ view, say }: HeaderProps): JSX.Element {
  const mark = TONES[view.outcome.tone];
  return (
    <header class="head">
      <div class="head-row">
        <h1 class="cut">{view.title}</h1>
        {view.canCompare ? <ToolButton icon="split" text="Compare" onPress={() => ask('act', { action: 'compare' }, say)} /> : null}
        {view.hasRaw ? <ToolButton icon="file" text="Raw" onPress={() => ask('act', { action: 'raw' }, say)} /> : null}
      </div>
      <p class="facts">
        <span>
          {mark === null ? null : <Icon name={mark.icon} tone={mark.tone} />}
          <b>{view.outcome.word}</b>
        </span>
        {view.facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p class="facts note muted">
        {view.provenance.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <Related runs={view.related} label="Runs that hang together with this one" say={say} />
      {view.reading === '' ? null : (
        <p class="note head-problem" role="status">
          <Icon name="info" />
          <span class="cut">{view.reading}</span>
        </p>
      )}
      {view.problems.length === 0 ? null : (
        <p class="note head-problem">
          <Icon name="warning" tone="warning" />
          <span class="cut">{view.problems[0]}</span>
          <button type="button" class="link nowrap" onClick={() => ask('act', { action: 'problems' }, say)}>
            {view.problems.length === 1 ? 'Show problem' : `${view.problems.length} problems`}
          </button>
        </p>
      )}
    </header>
  );
}

export interface ToolButtonProps {
  readonly icon: IconName;
  /** Shown beside the icon; an icon alone needs a label. */
  readonly text?: string;
  readonly label?: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  onPress(): void;
}

/** A flat button of a tool bar. */
export function ToolButton({ icon, text, label, pressed, expanded, onPress }: ToolButtonProps): JSX.Element {
  return (
    <button type="button" class="tool focusable" aria-label={label} title={label} aria-pressed={pressed} aria-expanded={expanded} onClick={onPress}>
      <Icon name={icon} />
      {text === undefined ? null : <span>{text}</span>}
    </button>
  );
}
