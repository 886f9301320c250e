import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { ConditionsSectionView } from '../../../src/protocol/conditionsSection';
import { Dropdown } from '../../shared/toolkit';
import { useWidth } from '../../shared/useWidth';
import { ConditionForest } from '../conditionForest';
import { SectionPage } from '../sectionPage';
import type { SectionProps } from '../sections';
import { useSection } from '../useSection';

/** Two runtimes or cohorts over the tasks that both have: a forest of paired differences, and tables. */
export function ConditionsSection({ audit, state, change, onCell }: SectionProps): JSX.Element {
  const answer = useSection(audit, 'conditions', { a: state.conditionA, b: state.conditionB });
  const { view } = answer;
  const controls = view !== null && view.a !== null && view.b !== null && view.choices.length > 1 ? <Choice view={view} a={view.a} b={view.b} onChoose={(a, b) => change({ conditionA: a, conditionB: b })} /> : undefined;
  return <SectionPage state={answer} onCell={onCell} controls={controls} draw={(shown) => shown.forest.length > 0 && <Drawing view={shown} />} />;
}

interface ChoiceProps {
  readonly view: ConditionsSectionView;
  readonly a: string;
  readonly b: string;
  onChoose(a: string, b: string): void;
}

/** Which two are compared, in the order of the headline. Choosing the one that stands on the other side swaps them. */
function Choice({ view, a, b, onChoose }: ChoiceProps): JSX.Element {
  const options = view.choices.map(({ key, title }) => ({ value: key, text: title }));
  return (
    <div class="toolbar">
      <Dropdown label="Condition B, of which the difference is" value={b} options={options} onChoose={(key: string) => onChoose(key === a ? b : a, key)} />
      <span class="muted">against</span>
      <Dropdown label="Condition A, set against" value={a} options={options} onChoose={(key: string) => onChoose(key, key === b ? a : b)} />
    </div>
  );
}

const WIDEST = 900;

function Drawing({ view }: { readonly view: ConditionsSectionView }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(240, Math.min(WIDEST, useWidth(frame, WIDEST)));
  return (
    <div class="forest" ref={frame}>
      <h2>
        {view.nameB} minus {view.nameA}, points
      </h2>
      <ConditionForest rows={view.forest} sentence={view.sentence} width={width} />
    </div>
  );
}
