// What is JSON and what is not, class by class of RFC 8259, for the scanner with the kernel and without it and for
// `parseJson`; and the places where more is taken than the RFC allows, each with its reason (jsonSlices.ts has the table).

import assert from 'node:assert/strict';
import { parseJson } from '../../../../src/formats/shared/parseJson';
import { tell } from '../../../support/jsonMutants';

type Verdict = 'accepted' | 'refused when wanted' | 'refused';

/** Scans both ways in several chunk sizes, asserts that all agree, and says how far a text was accepted. */
function judge(text: string | Uint8Array): Verdict {
  const bytes = Buffer.from(text);
  const verdicts = [true, false].flatMap((withKernel) => [1, 3, 1_000_000].map((size) => {
    const { scan } = tell(bytes, { want: [] }, size, withKernel);
    const { slices } = tell(bytes, { want: [[]] }, size, withKernel);
    const parsed = slices[0] === undefined ? null : parseJson(slices[0].bytes);
    if (!scan.isComplete || scan.issues.length > 0) return 'refused';
    return parsed?.ok === true ? 'accepted' : 'refused when wanted';
  }));
  const [first = 'refused', ...rest] = verdicts;
  assert.deepEqual(rest, rest.map(() => first), `ways and chunks agree on ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 80))}`);
  return first;
}

function check(verdict: Verdict, texts: readonly (string | Uint8Array)[]): void {
  for (const text of texts) assert.equal(judge(text), verdict, JSON.stringify(Buffer.from(text).toString('latin1').slice(0, 80)));
}

/** Each text alone, in an array, in an object, and behind enough bytes that the kernel takes it. */
function inPlaces(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [`[${text}]`, `{"a":${text}}`, `[0,${text},""]`, `{"pad":"${'x'.repeat(300)}","a":[${text},{"b":${text}}]}`]);
}

describe('JSON, class by class', () => {
  it('has six kinds of values at the root, with blanks around them (section 2)', () => {
    check('accepted', ['{}', '[]', '""', '"x"', '0', '-1', 'true', 'false', 'null', ' \t\r\n{}\n ', '\n[\n]\n', '\t"x"\r\n']);
    check('refused', ['', ' ', '\n', '{', '[', '}', ']', ',', ':', '"', '{}{}', '[][]', '1 2', 'true false', '{}}', '[]]', '[],', '{}x', '"a" "b"', 'nul', 'True', 'NULL', 'undefined', "'x'", '{} // c', '/* c */{}', '#{}', '\u00a0[]', '[]\u2028', '\v[]', '[\f]']);
  });

  it('takes commas between values, and nowhere else (sections 4 and 5)', () => {
    check('accepted', inPlaces(['1,2', '[],{}', '[[],[[]]],{"":{}}']).filter((text) => text.startsWith('[')));
    check('refused', ['[,]', '[1,]', '[,1]', '[1,,2]', '[1 2]', '["a" "b"]', '[1;2]', '{,}', '{"a":1,}', '{,"a":1}', '{"a":1,,"b":2}', '{"a":1 "b":2}', '[1', '[1,', '{"a":1', '{"a":1,', '[[]', '{"a":{}', '[1}', '{"a":1]', '{]', '[}', '[{]}']);
  });

  it('takes members of a key in double quotes, a colon and a value (section 4)', () => {
    check('accepted', ['{"":0}', '{"a":1,"a":2}', '{"a" : [ ] }', '{"\\u0061":1,"\\"":2}', '{"a\u0000b":0}'.replace('\u0000', '\\u0000')]);
    check('refused', ['{a:1}', "{'a':1}", '{1:1}', '{null:1}', '{"a"}', '{"a":}', '{"a"::1}', '{"a",1}', '{:1}', '{"a":1:2}', '["a":1]', '{"a" 1}', '{[]:1}', '{"a":"b":"c"}', '{"a']);
  });

  it('takes numbers without leading zeros, plus signs and bare points (section 6)', () => {
    check('accepted', inPlaces(['0', '-0', '10', '-12', '1.5', '0.5', '1e5', '1E5', '1e+5', '1e-05', '0e0', '0.0e-10', '-0.0', '123456789012345678901234567890', '1e400', '-1e400', '1e-400']));
    check('refused', inPlaces(['01', '-01', '00', '+1', '.5', '-.5', '1.', '-1.', '1.e5', '1e', '1e+', '1E-', '-', '--1', '1-', '1+2', '0x1F', '1a', '1.2.3', '1e5.5', '1e5e5', '1_000', '１', '-x', 'e5', '1 000', '- 1', 'inf', '-nan']));
  });

  it('takes three words, as they are (section 3)', () => {
    check('accepted', inPlaces(['true', 'false', 'null']));
    check('refused', inPlaces(['tru', 'truee', 'TRUE', 'nulL', 'fals', 'falsey', 'true1', 'nullnull', '"a"true', 'true"a"', 't', 'none']));
  });

  it('takes strings with two kinds of escapes and any character but controls (section 7)', () => {
    check('accepted', inPlaces(['"\\"\\\\\\/\\b\\f\\n\\r\\t"', '"\\u0000\\uFFFF\\uabCD"', '"é中😀"', '"\u007f\u0085\u2028"', '"\\ud83d\\ude00"', '"[]{},:"', '"/* */"', '"\\\\"']));
    check('refused', ['["x]', '["\\"]', '["\\\\\\"]', '{"a":"x}', '["x\']', '[\\n]', '[\\u0061]']);
  });

  it('nests as deep as 512 levels', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    check('accepted', [nested(512), `{"a":${nested(511)}}`]);
    check('refused', [nested(513), nested(100_000), '['.repeat(100_000), '{"a":'.repeat(600)]);
  });

  it('is UTF-8; another encoding is refused, and a character that is none is replaced and told when it is wanted (section 8.1)', () => {
    const utf16 = Buffer.from('\ufeff{"a":1}', 'utf16le');
    check('refused', [utf16, Buffer.from(utf16).swap16(), Buffer.from('{"a":1}', 'utf16le'), Buffer.from([0xff]), Buffer.from([0x5b, 0xe9, 0x5d])]);
    for (const bytes of [[0xe9], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xe2, 0x82], [0x80]]) {
      const text = Buffer.concat([Buffer.from('["'), Buffer.from(bytes), Buffer.from('"]')]);
      check('accepted', [text]);
      const parsed = parseJson(text);
      assert.deepEqual(parsed.problem?.code, 'bad-encoding');
    }
  });
});

describe('what is taken beyond JSON', () => {
  it('numbers that Python writes, which are told when they are wanted', () => {
    check('accepted', inPlaces(['NaN', 'Infinity', '-Infinity']));
    check('refused', inPlaces(['-NaN', 'nan', 'Inf', '+Infinity', 'NaN1']));
  });

  it('a byte order mark and NUL bytes at the end, both of which the scan tells', () => {
    check('accepted', ['\ufeff{}', '{}\0\0', '[1]\n\0', '1\0']);
    check('refused', ['\ufeff', '\ufeff\ufeff{}', '\0{}', '{}\0{}', '[1\0]', '{"a":\0}']);
    assert.deepEqual([tell(Buffer.from('\ufeff{}'), { want: [] }, 10, true).scan.hasBom, tell(Buffer.from('{}\0\0'), { want: [] }, 10, true).scan.nulTail], [true, 2]);
  });

  it('what is wrong inside a string that nobody wants; a wanted one is refused', () => {
    check('refused when wanted', ['"\t"', '"\n"', '"\u0001"', '"\0x"', '"\\x"', '"\\a"', '"\\u12"', '"\\u"', '"\\uD800\\u1"', '"\\U0041"', '"\\ "', '"\\\n"'].flatMap((text) => inPlaces([text])));
  });

  it('halves of surrogate pairs, as JSON.parse takes them', () => {
    check('accepted', inPlaces(['"\\ud800"', '"\\udc00\\ud800"', '"\\ud800x"']));
  });
});
