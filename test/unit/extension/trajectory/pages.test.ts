import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { needsPages, pageOf, planPages } from '../../../../src/extension/trajectory/raw/pages';
import type { StepSpan } from '../../../../src/extension/trajectory/raw/stepSpans';

const span = (start: number, end: number, step = 0): StepSpan => ({ row: 0, step, start, end });

describe('Pages of a file', () => {
  it('end where steps begin or end', () => {
    deepEqual(planPages(100, [span(10, 30), span(30, 55), span(60, 95)], 40), [
      { start: 0, end: 30, anchor: 0 },
      { start: 30, end: 60, anchor: 30 },
      { start: 60, end: 100, anchor: 60 },
    ]);
  });

  it('cut a step that is larger than a page, and know where it began', () => {
    deepEqual(planPages(100, [span(10, 90)], 30), [
      { start: 0, end: 10, anchor: 0 },
      { start: 10, end: 40, anchor: 10 },
      { start: 40, end: 70, anchor: 10 },
      { start: 70, end: 100, anchor: 10 },
    ]);
  });

  it('of an empty file are one', () => {
    deepEqual(planPages(0, []), [{ start: 0, end: 0, anchor: 0 }]);
  });

  it('make up any file, each within the size, each begun at an anchor that is 0 or a border of a step', () => {
    const random = xoroshiro128plus(3);
    for (let round = 0; round < 300; round++) {
      const size = uniformInt(random, 1, 500);
      const spans = Array.from({ length: uniformInt(random, 0, 12) }, (_, step) => {
        const start = uniformInt(random, 0, size - 1);
        return span(start, uniformInt(random, start + 1, size), step);
      });
      const most = uniformInt(random, 1, 80);
      const borders = new Set([0, ...spans.flatMap((one) => [one.start, one.end])]);
      let at = 0;
      for (const page of planPages(size, spans, most)) {
        equal(page.start, at);
        ok(page.end > page.start && page.end - page.start <= most);
        ok(page.anchor <= page.start && borders.has(page.anchor));
        at = page.end;
      }
      equal(at, size);
    }
  });

  it('are found by byte', () => {
    const pages = planPages(100, [], 40);
    deepEqual([0, 39, 40, 99, 100, 1000].map((byte) => pageOf(pages, byte)), [0, 0, 1, 2, 2, 2]);
  });
});

describe('A file is shown in pages', () => {
  it('when the editor would show it without CodeLens, or give it to no extension', () => {
    const file = { size: 20 * 1024 * 1024, lines: 300_000, spans: [], columnOf: () => 0 };
    equal(needsPages(file), false);
    equal(needsPages({ ...file, size: file.size + 1 }), true);
    equal(needsPages({ ...file, lines: file.lines + 1 }), true);
  });

  it('when a step begins where the editor renders nothing any more, not when only a long text does', () => {
    const spans = [span(5, 20), span(20_000, 21_000)];
    equal(needsPages({ size: 30_000, lines: 1, spans, columnOf: (byte) => byte }), true);
    equal(needsPages({ size: 30_000, lines: 9, spans, columnOf: () => 4 }), false);
  });
});
