import { ask } from './connection';
import type { KeyActions } from './keys';
import type { ListedSteps } from './listedSteps';
import type { Reader } from './useReader';
import { neighbourFailure } from './windows';

/** What the keys do to a reader. */
export function readerKeys(reader: Reader, say: (text: string) => void): KeyActions {
  const { view, step, shown, list, query, choose } = reader;
  const go = (target: number | null | undefined): void => {
    if (target !== null && target !== undefined) choose(target);
  };
  return {
    move: (by) => go(moveIn(shown, step, by)),
    page: (direction) => go(moveIn(shown, step, direction * Math.max(1, (list.current?.rowsInSight() ?? 10) - 1))),
    edge: (edge) => go(edge === 'first' ? shown.at(0) : shown.at(shown.count - 1)),
    window: reader.goToWindow,
    failure: (direction) => {
      const failed = neighbourFailure(view.steps, step, direction);
      if (failed !== null) choose(failed, { align: 'center' });
      else say(`There is no ${direction} failed step.`);
    },
    toggle: () => reader.toggle(step),
    reveal: () => {
      if (view.hasRaw) ask('reveal', { step, focus: true }, say);
    },
    copy: () => ask('copy', { step, as: 'text' }, say, `Step ${step} copied.`),
    find: () => document.querySelector<HTMLElement>('.search vscode-text-field')?.focus(),
    clear: () => {
      if (query !== '') reader.setQuery('');
      else reader.setKinds([]);
    },
  };
}

/** The listed step `by` places from a step, which need not be listed itself; stops at the ends. */
function moveIn(shown: ListedSteps, step: number, by: number): number | null {
  const here = shown.placeFrom(step);
  const isListed = shown.at(here) === step;
  const target = isListed || by < 0 ? here + by : here + by - 1;
  return shown.at(Math.max(0, Math.min(target, shown.count - 1)));
}
