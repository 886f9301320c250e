import { largest, smallest } from '../../../base/extent';
import { byteInLayout, layOutInPortions, OUTSIDE, placeInLayout, renderInPortions, scanJson, type JsonLayout, type JsonState } from '../../../base/jsonLayout';
import type { LinePosition, ReadBytes } from '../../../base/lineMap';
import { snapToCharacter } from '../../../base/utf8';
import { formatCount } from '../../../views/numbers';
import { finish } from '../../portions';
import { PAGE_TEXT, type Page } from './pages';
import type { StepSpan } from './stepSpans';

/** A page that was laid out: what its text is and where its bytes are. */
export interface LaidOutPage {
  readonly text: string;
  /** Bytes of the file. */
  readonly start: number;
  readonly end: number;
  /** Where the page shows a byte of the file. */
  positionOf(byte: number): LinePosition;
  byteOf(position: LinePosition): number;
}

/** Lines that stand before the file's own text. */
const HEAD_LINES = 1;
const SCAN_CHUNK = 1024 * 1024;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export interface PageInput {
  readonly page: Page;
  readonly index: number;
  readonly pages: number;
  readonly size: number;
  readonly spans: readonly StepSpan[];
}

/** Reads and lays out a page. Cuts inside a character or a string are made whole the same way on both sides. */
export async function layOutPage(read: ReadBytes, { page, index, pages, size, spans }: PageInput): Promise<LaidOutPage> {
  const start = await snapDown(read, page.start);
  const end = await snapDown(read, page.end);
  const state = await stateAt(read, page.anchor, start);
  const bytes = await read(start, end);
  const layout = await finish(layOutInPortions(bytes, { offset: start, state, limit: PAGE_TEXT }));
  const steps = spans.filter((span) => span.start < end && span.end > start).map((span) => span.step + 1);
  const head = [
    `// bytes ${formatCount(start)}–${formatCount(end)} of ${formatCount(size)}`,
    `page ${index + 1} of ${pages}`,
    steps.length === 0 ? 'no steps' : `steps ${smallest(steps)}–${largest(steps)}`,
    'laid out one field a line, nothing else changed',
  ].join(', ');
  const body = await finish(renderInPortions(layout, { offset: start, decode: (from, to) => decoder.decode(bytes.subarray(from, to)) }));
  return { text: `${head}\n${body}\n`, start, end, ...maps(layout, bytes, start) };
}

function maps(layout: JsonLayout, bytes: Uint8Array, offset: number): Pick<LaidOutPage, 'positionOf' | 'byteOf'> {
  return {
    positionOf: (byte) => {
      const place = placeInLayout(layout, bytes, { offset, byte });
      return { line: place.line + HEAD_LINES, character: place.character };
    },
    byteOf: ({ line, character }) => byteInLayout(layout, bytes, { offset, line: line - HEAD_LINES, character: line < HEAD_LINES ? 0 : character }),
  };
}

/** A cut inside a character is moved to its beginning, the same way for the page before and the page after. */
async function snapDown(read: ReadBytes, at: number): Promise<number> {
  const from = Math.max(0, at - 3);
  const bytes = await read(from, at + 1);
  return at - from < bytes.length ? from + snapToCharacter(bytes, at - from) : at;
}

async function stateAt(read: ReadBytes, anchor: number, start: number): Promise<JsonState> {
  let state = OUTSIDE;
  for (let at = anchor; at < start; at += SCAN_CHUNK) state = scanJson(await read(at, Math.min(start, at + SCAN_CHUNK)), state);
  return state;
}
