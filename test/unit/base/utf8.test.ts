import { equal } from 'node:assert/strict';
import { describe, it } from 'mocha';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { countUnits, findUnit, snapToCharacter } from '../../../src/base/utf8';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
// The byte order mark stays: it is a character like any other here.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

describe('Counting UTF-16 units of UTF-8 bytes', () => {
  it('counts ASCII, two, three and four byte characters', () => {
    equal(countUnits(encode('aé€😀')), 5);
    equal(countUnits(encode('')), 0);
    equal(countUnits(encode('x😀y'), 1, 5), 2);
  });

  it('agrees with the decoder on any bytes, ill-formed ones too', () => {
    const random = xoroshiro128plus(1);
    // Bytes near the borders of the decoder's ranges come often.
    const borders = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff];
    for (let round = 0; round < 5000; round++) {
      const bytes = Uint8Array.from({ length: uniformInt(random, 0, 12) }, () => borders[uniformInt(random, 0, borders.length - 1)] ?? 0);
      equal(countUnits(bytes), decoder.decode(bytes).length, Buffer.from(bytes).toString('hex'));
    }
  });
});

describe('Finding the byte of a UTF-16 unit', () => {
  it('counts long runs of ASCII at every alignment, up to what breaks them and on', () => {
    for (let offset = 0; offset < 5; offset++) {
      for (const length of [63, 64, 65, 80, 200, 1001]) {
        const text = `${'a'.repeat(length)}é${'b'.repeat(length)}😀c`;
        const bytes = new Uint8Array(offset + encode(text).length);
        bytes.set(encode(text), offset);
        const range = bytes.subarray(offset);
        equal(countUnits(range), text.length);
        equal(countUnits(range, 1, length), length - 1);
        for (const unit of [0, 1, length - 1, length, length + 1, 2 * length + 1, text.length]) equal(findUnit(range, unit), encode(text.slice(0, unit)).length);
      }
    }
  });

  it('is the inverse of counting at each character of well-formed text', () => {
    const text = 'a\tß漢字 naïve 😀🏳️‍🌈 end';
    const bytes = encode(text);
    let unit = 0;
    for (const character of text) {
      const byte = encode(text.slice(0, unit)).length;
      equal(findUnit(bytes, unit), byte);
      equal(countUnits(bytes, 0, byte), unit);
      unit += character.length;
    }
    equal(findUnit(bytes, unit), bytes.length);
    equal(findUnit(bytes, unit + 10), bytes.length);
  });

  it('gives the first byte of a character for the second half of a pair', () => {
    equal(findUnit(encode('a😀b'), 2), 1);
    equal(findUnit(encode('a😀b'), 3), 5);
  });
});

describe('Snapping an offset to a character', () => {
  it('goes back to the first byte of the character, and leaves other offsets alone', () => {
    const bytes = encode('a😀b');
    equal([0, 1, 2, 3, 4, 5].map((at) => snapToCharacter(bytes, at)).join(), '0,1,1,1,1,5');
    equal(snapToCharacter(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0x80), 5), 5);
  });
});
