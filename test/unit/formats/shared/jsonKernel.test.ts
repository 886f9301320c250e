import assert from 'node:assert/strict';
import { allowKernel, releaseKernel, takeKernel } from '../../../../src/formats/shared/jsonKernel';
import { scanJson } from '../../../../src/formats/shared/jsonSlices';
import type { JsonScanOptions } from '../../../../src/formats/shared/jsonSlices';
import { checkBothWays, checkMutants, tell } from '../../../support/jsonMutants';

const utf8 = (text: string): Buffer => Buffer.from(text);

/** The kernel and the scanner alone agree on a text, in chunks of 1, 7, 100 bytes, 64 Ki, and 2 MB. */
function check(text: string | Buffer, options: JsonScanOptions): void {
  const bytes = typeof text === 'string' ? utf8(text) : text;
  const small = bytes.length > 100_000 ? [] : [1, 7];
  checkBothWays(bytes, options, [...small, 100, 65_536, 2_097_152]);
}

describe('the JSON kernel', () => {
  it('is there, so that the tests below compare two things', () => {
    const kernel = takeKernel();
    assert.ok(kernel !== null, 'no kernel: run the tests with `--config test/mocharc.json`, which compiles it');
    releaseKernel(kernel);
  });

  it('agrees with the scanner and with JSON.parse on whole and broken documents', () => {
    const verdicts = checkMutants(1500, 20_260_701);
    assert.ok(verdicts.same > 300 && verdicts.refused > 300, JSON.stringify(verdicts));
  });

  it('tells of a key that is no UTF-8 wherever chunks end, and only where one is asked for', () => {
    const key = (inner: string): Buffer => Buffer.concat([utf8(`{"pad":"${'x'.repeat(250)}","a":{"b":{"k`), Buffer.from([0xff]), utf8(`y":1},"c":2}${inner}`)]);
    for (const want of [[['a', 'b', 'k']], [['a', 'c']], [['a', '*', '*']], [['*', '*', 'a'], ['a'], [0, 'a']]] satisfies JsonScanOptions['want'][]) check(key('}'), { want });
    const tells = (want: JsonScanOptions['want'], size: number): boolean => tell(key('}'), { want }, size, true).scan.issues.some(({ code }) => code === 'bad-encoding');
    for (const size of [1, 3, 100_000]) assert.deepEqual([tells([['a', '*', '*']], size), tells([['a', 'b', 'k']], size), tells([['a', 'c']], size)], [true, true, false], `chunks of ${size}`);
  });

  it('finds strings that end, go on and are escaped at every border of 64 bytes', () => {
    for (let pad = 50; pad < 80; pad++) {
      for (const tail of ['\\', '\\\\', '\\"', '\\\\\\"', '\\\\\\\\', 'x', '\n']) {
        const text = `{"a":"${'x'.repeat(pad)}${tail}${'\\'.repeat(pad)}","b":[1,"${tail}"]}`;
        check(text, { want: [['a'], ['b', '*']] });
      }
    }
  });

  it('reads keys, numbers and strings that lie across two pieces of the input', () => {
    for (let pad = 262_120; pad < 262_146; pad += 3) {
      check(`{"pad":"${'x'.repeat(pad - 20)}","long key":12345678901234567890,"b":{"c":["y","${'z'.repeat(30)}"]}}`, { want: [['long key'], ['b', 'c', '*']] });
    }
  });

  it('reads values, keys and numbers larger than a piece', () => {
    const large = 'k'.repeat(600_000);
    check(`{"${large}":1,"a":["${large}",${'9'.repeat(600_000)},2],"b":"\\"${large}\\\\"}`, { want: [['a', '*'], ['b']] });
  });

  it('takes more events than it has room for at once', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `{"n":${i},"s":"${i % 3 === 0 ? '\\"' : ''}"}`).join(',\n');
    check(`{"a":[${many}]}`, { want: [['a', '*'], ['a', '*', 'n'], ['a', '*', 's']] });
    check(`[${'[],'.repeat(30_000)}{}]`, { want: [['*'], ['*', '*']] });
  });

  it('counts lines outside strings only', () => {
    check(`{\n"a":"x\n\ny",\n\n"b": [\n1,\n"\n",\n2]${'\n'.repeat(200)},"c":3}`, { want: [['a'], ['b', '*'], ['c']] });
  });

  it('leaves deep nesting, escaped keys, numbers of Python and faults to the scanner', () => {
    const deep = `${'['.repeat(700)}1${']'.repeat(700)}`;
    check(`{"a":${deep},"b":[${deep},2],"c":1}`, { want: [['a'], ['b', '*'], ['c']] });
    check(`{${Array.from({ length: 3000 }, (_, i) => `"\\u0061${i}":{"\\u0062":${i}}`).join(',')}}`, { want: [['a7', 'b'], ['a2999']] });
    check(`{"a":[${'NaN,-Infinity,'.repeat(2000)}Infinity],"b":1}`, { want: [['a', '*'], ['b']] });
    for (const fault of ['x', '\0', '"', '}', ',', ':', '01', '1.', '\\"', '\u0001', '// c']) {
      check(`{"a":[${'{"b":1},'.repeat(100)}2,${fault},3],"c":4}`, { want: [['a', '*'], ['c']] });
    }
    check(`{"a":[1,2${'\0'.repeat(500)}`, { want: [['a', '*']] });
  });

  it('follows more paths than it has memory for', () => {
    const want = Array.from({ length: 5000 }, (_, i) => ['a', `key ${i}`]);
    check(`{"a":{"key 17":1,"x":2,"key 4999":3},${'"pad":0,'.repeat(50)}"b":1}`, { want });
  });

  it('lets a visitor scan while a scan is under way', () => {
    const inner = utf8(`{"b":[${'1,'.repeat(500)}2]}`);
    let sum = 0;
    let seen = 0;
    scanJson([utf8(`{"a":[${`{"x":1,"y":"${'z'.repeat(300)}"},`.repeat(50)}0]}`)], { want: [['a', '*']] }, () => {
      seen++;
      scanJson([inner], { want: [['b', '*']] }, () => sum++);
    });
    assert.deepEqual([seen, sum], [51, 51 * 501]);
  });

  it('may be forbidden', () => {
    allowKernel(false);
    try {
      assert.equal(takeKernel(), null);
    } finally {
      allowKernel(true);
    }
    assert.equal(tell(utf8('{"a":1}'), { want: [['a']] }, 100, true).slices.length, 1);
  });
});
