import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { layOutPage } from '../../../../src/extension/trajectory/raw/layOutPage';
import { planPages } from '../../../../src/extension/trajectory/raw/pages';
import { makeSpans } from '../../../../src/extension/trajectory/raw/stepSpans';
import { makeSteps } from '../../../support/stepText';

/** A file in one line: a step with a long text of wide characters and escapes, between small ones. */
const long = `${'漢字😀é \\n \\"quoted\\" \\\\ '.repeat(200)}end`;
const text = `{"a":1,"steps":[{"s":"one"},{"s":"${long}"},{"s":"three"}],"z":null}`;
const bytes = new TextEncoder().encode(text);
const read = (start: number, end: number): Uint8Array => bytes.subarray(start, end);
const range = (part: string): { file: string; start: number; end: number } => {
  const start = new TextEncoder().encode(text.slice(0, text.indexOf(part))).length;
  return { file: 'a.json', start, end: start + new TextEncoder().encode(part).length };
};
const steps = makeSteps('A=x B=y C=z').map((step, i) => ({ ...step, action: range([`{"s":"one"}`, `{"s":"${long}"}`, `{"s":"three"}`][i] ?? ''), observation: null }));
const { spans } = makeSpans([{ row: 0, steps }], 'a.json');

async function layOutAll(most: number): Promise<{ starts: number[]; ends: number[]; texts: string[] }> {
  const pages = planPages(bytes.length, spans, most);
  const laid = await Promise.all(pages.map((page, index) => layOutPage(read, { page, index, pages: pages.length, size: bytes.length, spans })));
  return { starts: laid.map((page) => page.start), ends: laid.map((page) => page.end), texts: laid.map((page) => page.text) };
}

describe('Pages of a file in one line', () => {
  it('show every character once, wherever they are cut', async () => {
    for (const most of [7, 50, 333, 4096, 1e6]) {
      const { starts, ends, texts } = await layOutAll(most);
      equal(starts[0], 0);
      equal(ends.at(-1), bytes.length);
      deepEqual(starts.slice(1), ends.slice(0, -1), `pages of ${most}`);
      const body = texts.map((page) => page.slice(page.indexOf('\n') + 1)).join('');
      equal(body.replace(/[ \n]/g, ''), text.replace(/ /g, ''), `pages of ${most}`);
      ok(!body.includes('\ufffd'));
    }
  });

  it('name their bytes and steps in the first line', async () => {
    const { texts } = await layOutAll(1e6);
    match(texts[0] ?? '', /^\/\/ bytes 0–[\d,]+ of [\d,]+, page 1 of 1, steps 1–3, laid out one field a line, nothing else changed\n\{\n {2}"a":1,\n/);
  });

  it('lead from a byte to its place and back', async () => {
    const pages = planPages(bytes.length, spans, 400);
    for (const [index, page] of pages.entries()) {
      const laid = await layOutPage(read, { page, index, pages: pages.length, size: bytes.length, spans });
      const lines = laid.text.split('\n');
      for (let byte = laid.start; byte < laid.end; byte++) {
        if (((bytes[byte] ?? 0) & 0xc0) === 0x80) continue;
        const place = laid.positionOf(byte);
        const shown = new TextDecoder().decode(bytes.subarray(byte, byte + 4))[0];
        // Blanks between lines are left out; their place is the next line.
        if (shown !== ' ') equal(lines[place.line]?.[place.character], shown, `byte ${byte}`);
        if (shown !== ' ') equal(laid.byteOf(place), byte);
      }
    }
  });
});
