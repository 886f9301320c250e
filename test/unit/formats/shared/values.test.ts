import assert from 'node:assert/strict';
import { getArray, getCount, getField, getNumber, getPath, getRecord, getString, getStrings, getText } from '../../../../src/formats/shared/fields';
import { ContentHash, hashBytes, hashText, hashValue } from '../../../../src/formats/shared/hash';
import { parseJson } from '../../../../src/formats/shared/parseJson';
import { hashAction, hashObservation, normaliseAction, normaliseObservation } from '../../../../src/formats/shared/stepHash';
import { cleanLine, cleanText, contentText } from '../../../../src/formats/shared/text';
import { commandTitle, toolTitle } from '../../../../src/formats/shared/title';
import { readAnthropicUsage, readOpenAiUsage, readUsage, sumUsage } from '../../../../src/formats/shared/usage';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('parseJson', () => {
  it('turns numbers that JSON lacks into null and counts them, but not inside strings', () => {
    const parsed = parseJson(bytes('{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \\" Infinity", "NaN": 1}'));
    assert.deepEqual(parsed, { ok: true, value: { a: null, b: [null, null], c: 'NaN " Infinity', NaN: 1 }, nonFinite: 3, problem: null });
  });

  it('replaces bytes that are not UTF-8 and says so', () => {
    const parsed = parseJson(Uint8Array.of(0x22, 0x61, 0xff, 0x22), { line: 3, byte: 40 });
    assert.ok(parsed.ok);
    assert.equal(parsed.value, 'a\ufffd');
    assert.deepEqual([parsed.problem?.code, parsed.problem?.line, parsed.problem?.byte], ['bad-encoding', 3, 40]);
  });

  it('keeps lone surrogates and prototype keys as plain data', () => {
    const parsed = parseJson(bytes('{"a": "\\ud800", "__proto__": {"x": 1}}'));
    assert.ok(parsed.ok);
    assert.equal(getString(parsed.value, 'a'), '\ud800');
    assert.equal(getField({}, 'x'), undefined);
    assert.equal(getField({}, 'constructor'), undefined);
  });

  it('refuses what is nested too deeply, and only that', () => {
    const nested = (levels: number): Uint8Array => bytes(`${'{"a":['.repeat(levels / 2)}"]}"${']}'.repeat(levels / 2)}`);
    assert.equal(parseJson(nested(512)).ok, true);
    const deep = parseJson(nested(514), { line: 2, byte: 7 });
    assert.deepEqual([deep.ok, deep.problem?.code, deep.problem?.byte], [false, 'too-deep', 7]);
    assert.equal(parseJson(bytes(`[${'[],{},'.repeat(2000)}"${'['.repeat(3000)}"]`)).ok, true);
  });

  it('never throws, however long or deep the text', () => {
    for (const text of ['', '{', 'NaN NaN', `"${'\\"'.repeat(300_000)}`, `${'['.repeat(400)}NaN${']'.repeat(400)}x`]) {
      const parsed = parseJson(bytes(text));
      assert.equal(parsed.ok, false, text.slice(0, 20));
      assert.equal(parsed.problem?.code, 'not-json');
    }
    const long = parseJson(bytes(`["${'a\\"'.repeat(1_000_000)}", NaN]`));
    assert.ok(long.ok && long.nonFinite === 1);
  });
});

describe('fields', () => {
  it('give null for what is absent or of another type', () => {
    const record = { s: 'x', blank: ' ', n: 1.5, k: 3, a: ['x', 1, 'y'], r: { s: 'y' }, neg: -1, nan: NaN };
    assert.deepEqual([getString(record, 's'), getString(record, 'n'), getText(record, 'blank')], ['x', null, null]);
    assert.deepEqual([getNumber(record, 'n'), getNumber(record, 'nan'), getCount(record, 'k'), getCount(record, 'n'), getCount(record, 'neg')], [1.5, null, 3, null, null]);
    assert.deepEqual([getArray(record, 'a')?.length, getStrings(record, 'a'), getRecord(record, 'a'), getArray(record, 'r')], [3, ['x', 'y'], null, null]);
    assert.equal(getPath(record, 'r', 's'), 'y');
    assert.equal(getPath(record, 'r', 's', 't'), undefined);
    assert.equal(getString(null, 's'), null);
  });
});

describe('usage', () => {
  it('takes input that includes cache reads from OpenAI, DeepSeek, Codex and the Responses API', () => {
    assert.deepEqual(readOpenAiUsage({ prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } }), { input: 100, cached: 60, output: 7 });
    assert.deepEqual(readOpenAiUsage({ prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: null, prompt_cache_hit_tokens: 64 }), { input: 100, cached: 64, output: 7 });
    assert.deepEqual(readUsage({ input_tokens: 100, cached_input_tokens: 5, output_tokens: 7 }), { input: 100, cached: 5, output: 7 });
    assert.deepEqual(readUsage({ input_tokens: 100, input_tokens_details: { cached_tokens: 9 }, output_tokens: 7 }), { input: 100, cached: 9, output: 7 });
    assert.deepEqual(readUsage({ prompt_tokens: 100, completion_tokens: 1, cache_read_input_tokens: 40, cache_creation_input_tokens: 50 }), { input: 100, cached: 40, output: 1 });
  });

  it('adds cache writes and reads to the input of Anthropic', () => {
    const usage = { input_tokens: 4, cache_creation_input_tokens: 900, cache_read_input_tokens: 100, output_tokens: 35 };
    assert.deepEqual(readAnthropicUsage(usage), { input: 1004, cached: 100, output: 35 });
    assert.deepEqual(readUsage(usage), { input: 1004, cached: 100, output: 35 });
  });

  it('says null where the trace says nothing', () => {
    for (const usage of [null, {}, { prompt_tokens: 'many' }, { prompt_tokens: -1 }, []]) assert.deepEqual(readUsage(usage), { input: null, cached: null, output: null });
    assert.deepEqual(sumUsage([{ input: 1, cached: null, output: null }, { input: 2, cached: null, output: 5 }]), { input: 3, cached: null, output: 5 });
    assert.deepEqual(sumUsage([]), { input: null, cached: null, output: null });
  });
});

describe('contentText', () => {
  it('reads strings, parts of every API, and shows parts without text', () => {
    assert.equal(contentText(null), '');
    assert.equal(contentText([{ type: 'text', text: 'a' }, { type: 'output_text', text: 'b' }, 'c', { type: 'image_url', image_url: { url: 'x' } }]), 'a\nb\nc\n[image_url]');
    assert.equal(contentText([{ type: 'tool_result', content: [{ type: 'text', text: 'r' }] }, { type: 'thinking', thinking: 't' }]), 'r\nt');
  });
});

describe('clean text', () => {
  it('takes out terminal sequences, controls and bidi marks, and keeps line breaks', () => {
    assert.equal(cleanText('\u001b[31mred\u001b[0m\r\na\u202eb\u0000c\u001b]8;;http://x\u0007link\ttab'), 'red\nabclink\ttab');
    assert.equal(cleanLine(' a \n\n b '), 'a b');
  });
});

describe('titles', () => {
  it('name a command by its first line and say when more follows', () => {
    assert.equal(commandTitle('ls -la'), 'ls -la');
    assert.equal(commandTitle("cat > x.py <<'EOF'\nprint(1)\nEOF"), "cat > x.py <<'EOF' …");
    assert.equal(commandTitle('# look\ngrep -n x y'), 'grep -n x y');
    assert.equal(commandTitle('\u202e\u0007 '), '');
    assert.equal(commandTitle('x'.repeat(500)).length, 200);
    assert.equal(commandTitle(`${'x'.repeat(198)}😀y`), `${'x'.repeat(198)}…`);
  });

  it('name a tool call by tool and main argument', () => {
    assert.equal(toolTitle('bash', '{"command": "ls"}'), 'ls');
    assert.equal(toolTitle('Read', { file_path: '/a/b.py', limit: 3 }), 'Read: /a/b.py');
    assert.equal(toolTitle('str_replace_editor', { command: 'view', path: '/a' }), 'str_replace_editor: view /a');
    assert.equal(toolTitle('shell', { command: ['bash', '-lc', 'rg foo'] }), 'rg foo');
    assert.equal(toolTitle('finish', {}), 'finish');
    assert.equal(toolTitle('x', 'not json'), 'x: not json');
  });
});

describe('hashes', () => {
  it('depend on the bytes, not on how they were cut', () => {
    const data = bytes('The quick brown fox jumps over the lazy dog. é😀');
    const whole = hashBytes(data);
    assert.match(whole, /^[0-9a-f]{16}$/);
    for (const size of [1, 2, 3, 5, 7, 64]) {
      const hash = new ContentHash();
      for (let at = 0; at < data.length; at += size) hash.update(data.subarray(at, at + size));
      assert.equal(hash.digest(), whole);
    }
  });

  it('stay what they were, since the cache and certificates hold them', () => {
    assert.deepEqual([hashText(''), hashText('a'), hashText('abcd'), hashText('restart lens')], ['ebb6c2283051f137', '11caa9f534ba511c', 'f04786275048ba56', '82946e9e84465e90']);
  });

  it('differ for close contents: no collision among 200,000 short texts', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 100_000; i++) {
      seen.add(hashText(`step ${i}`));
      seen.add(hashText(`${i}\0`));
    }
    assert.equal(seen.size, 200_000);
  });

  it('of a value do not depend on the order of keys', () => {
    assert.equal(hashValue({ a: 1, b: [1, { c: null, d: 'x' }], u: undefined }), hashValue({ b: [1, { d: 'x', c: null }], a: 1 }));
    assert.notEqual(hashValue({ a: [1, 2] }), hashValue({ a: [2, 1] }));
  });
});

describe('step hashes', () => {
  it('see the same action through line ends and trailing blanks, and another one in a changed number', () => {
    assert.equal(normaliseAction(' ls -la  \r\n\n'), 'ls -la');
    assert.equal(hashAction('sed -n 1,5p x \n'), hashAction('sed -n 1,5p x'));
    assert.notEqual(hashAction('sed -n 1,5p x'), hashAction('sed -n 1,6p x'));
    assert.equal(hashAction(' \n'), null);
  });

  it('see the same observation through times, durations, addresses, ids and temporary names', () => {
    const a = '2026-04-10 04:31:02,123 <Foo at 0x7f3a2c001d30> 5 failed in 1.23s\n-rw-r--r-- 1 root root 4096 Apr 10 04:31 x\npid 4711 /tmp/tmpab12cd34/f /tmp/pytest-of-root/pytest-3/y\nreal\t0m1.203s 1775795495.42 8c7fb7f2-0b9e-4d4e-9b4c-0123456789ab';
    const b = '2026-04-11T05:00:00Z <Foo at 0x7f3a2c009990> 5 failed in 11.5s\n-rw-r--r-- 1 root root 4096 Nov 22  2024 x\npid 99 /tmp/tmpzz99xx11/f /tmp/pytest-of-root/pytest-12/y\nreal\t1m0.003s 1775795999.1 00000000-0b9e-4d4e-9b4c-0123456789ab';
    assert.equal(normaliseObservation(a), normaliseObservation(b));
    assert.equal(hashObservation(a), hashObservation(b));
    for (const [x, y] of [['5 failed', '6 failed'], ['line 12', 'line 13'], ['/tmp/test_fix.py', '/tmp/test_foo.py'], ['', 'x']]) assert.notEqual(hashObservation(x ?? ''), hashObservation(y ?? ''));
    assert.equal(hashObservation(null), null);
    assert.notEqual(hashObservation(''), null);
  });

  it('take linear time on hostile text', () => {
    for (const text of [' '.repeat(400_000) + 'x', '1'.repeat(400_000), '0x'.repeat(200_000), '\u001b]'.repeat(200_000), '/tmp/'.repeat(80_000), '1.'.repeat(200_000)]) assert.match(hashObservation(text) ?? '', /^[0-9a-f]{16}$/);
  });
});
