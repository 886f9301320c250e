import type { StepKind } from '../../src/protocol/trajectory';
import type { IconName } from '../shared/glyphs';

/** The glyph of each kind of step; the word stands beside it or in its label. */
export const KIND_ICONS: Readonly<Record<StepKind, IconName>> = {
  inspect: 'eye',
  search: 'search',
  edit: 'edit',
  test: 'flask',
  run: 'run',
  submit: 'check',
  think: 'more',
  other: 'bar',
};
