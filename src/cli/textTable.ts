import { largest } from '../base/extent';
import { cleanLine, clipText } from '../base/cleanText';

export interface TextColumn {
  readonly title: string;
  /** Numbers stand to the right. */
  readonly align: 'left' | 'right';
  /** Longer cells are clipped; null: never. */
  readonly most: number | null;
}

/** Lines of a table, columns two blanks apart, no blanks at the ends. Cells may hold trace text: they are cleaned. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): readonly string[] {
  const cells = [columns.map(({ title }) => title), ...rows].map((row) =>
    columns.map(({ most }, index) => {
      const text = cleanLine(row[index] ?? '');
      return most === null ? text : clipText(text, most);
    }),
  );
  const widths = columns.map((_, index) => largest(cells.map((row) => widthOf(row[index] ?? ''))));
  return cells.map((row) =>
    row
      .map((text, index) => {
        const blanks = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
        return columns[index]?.align === 'right' ? blanks + text : text + blanks;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Columns that a terminal gives to a text; letters of East Asian scripts and emoji take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u.test(character) ? 2 : 1;
  return width;
}
