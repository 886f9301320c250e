import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { byteInLayout, layOutJson, OUTSIDE, placeInLayout, renderInPortions, scanJson, type JsonLayout, type JsonState } from '../../../src/base/jsonLayout';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function layOut(bytes: Uint8Array, options: { offset?: number; state?: JsonState; limit?: number } = {}): { layout: JsonLayout; lines: string[] } {
  const offset = options.offset ?? 0;
  const layout = layOutJson(bytes, { ...options, offset });
  const work = renderInPortions(layout, { offset, decode: (start, end) => decoder.decode(bytes.subarray(start, end)) });
  let portion = work.next();
  while (portion.done !== true) portion = work.next();
  const text = portion.value;
  return { layout, lines: text.split('\n') };
}

describe('Laying out JSON', () => {
  it('puts one field on a line and keeps empty pairs together', () => {
    deepEqual(layOut(encode('{"a":1,"b":[],"c":{"d":"x","e":null},"f":[{"g":true},{}]}')).lines, [
      '{', '  "a":1,', '  "b":[],', '  "c":{', '    "d":"x",', '    "e":null', '  },', '  "f":[', '    {', '      "g":true', '    },', '    {}', '  ]', '}',
    ]);
  });

  it('gives what was laid out before the same layout', () => {
    const once = layOut(encode('{"a": [1, 2, 3], "b": {"c": [], "d": ["x", {"y": 1}]}}')).lines;
    deepEqual(layOut(encode(once.join('\n'))).lines, once);
  });

  it('lets numbers of an array share a line, up to a width', () => {
    const { lines } = layOut(encode(`[${Array.from({ length: 60 }, (_, i) => i).join(',')}]`));
    ok(lines.length > 3 && lines.length < 8);
    ok(lines.every((line) => line.length < 90));
  });

  it('keeps the lines of JSON lines apart', () => {
    deepEqual(layOut(encode('{"a":1}\n{"b":2}\r\n')).lines, ['{', '  "a":1', '}', '{', '  "b":2', '}']);
  });

  it('breaks a long string after each escaped line feed, and never a short one', () => {
    const long = `first line\\n${'x'.repeat(100)}\\nlast`;
    deepEqual(layOut(encode(`{"a":"${long}","b":"one\\ntwo"}`)).lines, ['{', '  "a":"first line\\n', `      ${'x'.repeat(100)}\\n`, '      last",', '  "b":"one\\ntwo"', '}']);
  });

  it('does not take a backslash before an n for a line feed', () => {
    const text = `"${'C:\\\\new\\\\'.repeat(20)}"`;
    deepEqual(layOut(encode(text)).lines, [text]);
  });

  it('breaks a line that is too long for an editor between characters', () => {
    const text = `"${'漢😀é'.repeat(2000)}"`;
    const { lines } = layOut(encode(text));
    ok(lines.length > 10);
    equal(lines.map((line, i) => (i === 0 ? line : line.slice(4))).join(''), text);
    ok(lines.every((line) => line.length <= 1010));
  });

  it('starts inside a string when told so, and tells where a piece ends', () => {
    const bytes = encode('tail \\"still\\" end","b":1}');
    deepEqual(layOut(bytes, { state: { inString: true, escaped: false } }).lines, ['tail \\"still\\" end",', '"b":1', '}']);
    deepEqual(layOut(encode('{"a":"x\\')).layout.state, { inString: true, escaped: true });
    deepEqual(layOut(encode('{"a":"x"')).layout.state, OUTSIDE);
  });

  it('fills lines where indenting would pass the limit', () => {
    const deep = encode('[{"a":'.repeat(3000));
    const indented = layOut(deep).layout;
    ok(indented.indents.some((indent) => indent > 0));
    const { layout, lines } = layOut(deep, { limit: 2 * deep.length });
    ok(lines.join('\n').length <= 2 * deep.length);
    equal(lines.join(''), decoder.decode(deep));
    deepEqual([...layout.indents], lines.map(() => 0));
  });

  it('shows text that is no JSON, byte for byte but for blanks between lines', () => {
    const text = 'plain } text, with ] stray { brackets\nand "an open string';
    equal(layOut(encode(text)).lines.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
  });
});

describe('The map of a layout', () => {
  /** Pieces of JSON, whole and damaged, from a seed. */
  function randomPiece(seed: number): Uint8Array {
    const random = xoroshiro128plus(seed);
    const tokens = ['{', '}', '[', ']', ',', ':', '"', '\\', '\\n', '\\"', ' ', '\n', '\r\n', '12', 'true', 'ä', '漢', '😀', 'x'.repeat(120), '"key":', '"v"'];
    return encode(Array.from({ length: uniformInt(random, 0, 80) }, () => tokens[uniformInt(random, 0, tokens.length - 1)]).join(''));
  }

  it('shows every byte but blanks exactly once, in order, whatever the input', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const bytes = randomPiece(seed);
      const { layout } = layOut(bytes, { offset: 1000 });
      equal(layout.starts.length, layout.ends.length);
      let at = 1000;
      const between: number[] = [];
      layout.starts.forEach((start, i) => {
        ok(start >= at && (layout.ends[i] ?? 0) >= start, `seed ${seed}`);
        between.push(...bytes.subarray(at - 1000, start - 1000));
        at = layout.ends[i] ?? 0;
      });
      between.push(...bytes.subarray(at - 1000));
      ok(between.every((byte) => [9, 10, 13, 32].includes(byte)), `seed ${seed}: ${decoder.decode(bytes)}`);
    }
  });

  it('goes from a byte to its place and back', () => {
    for (let seed = 401; seed <= 600; seed++) {
      const bytes = randomPiece(seed);
      const { layout, lines } = layOut(bytes, { offset: 50 });
      layout.starts.forEach((start, i) => {
        const line = lines[i] ?? '';
        let unit = layout.indents[i] ?? 0;
        for (const character of line.slice(unit)) {
          const byte = start + encode(line.slice(layout.indents[i] ?? 0, unit)).length;
          deepEqual(placeInLayout(layout, bytes, { offset: 50, byte }), { line: i, character: unit }, `seed ${seed}`);
          equal(byteInLayout(layout, bytes, { offset: 50, line: i, character: unit }), byte, `seed ${seed} line ${i} unit ${unit} ${JSON.stringify(line)}`);
          unit += character.length;
        }
      });
    }
  });

  it('shows a blank that is left out at the next line', () => {
    const bytes = encode('{   \n   "a":1}');
    const { layout } = layOut(bytes);
    deepEqual(placeInLayout(layout, bytes, { offset: 0, byte: 3 }), { line: 1, character: 2 });
  });

  it('agrees with a scan about the state at each cut, so that pieces fit together', () => {
    const bytes = encode('{"a":"x\\\\","b":"y\\"z\\n","c":["\\u00e4",1]}');
    for (let cut = 0; cut <= bytes.length; cut++) {
      const state = scanJson(bytes.subarray(0, cut));
      deepEqual(layOutJson(bytes.subarray(0, cut), { offset: 0 }).state, state, `cut ${cut}`);
      const rest = layOutJson(bytes.subarray(cut), { offset: cut, state });
      deepEqual(rest.state, OUTSIDE);
    }
  });
});
