import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { DEEPEST_YAML, nestsDeeper } from '../../../../src/formats/shared/yamlDepth';

/** Every way in which YAML nests, `levels` deep. */
function nested(levels: number): Readonly<Record<string, string>> {
  return {
    'sequences in brackets': '['.repeat(levels) + ']'.repeat(levels),
    'maps in braces': `${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`,
    'sequences on one line': `${'- '.repeat(levels)}x`,
    'keys that are maps': `${'? '.repeat(levels)}x`,
    'indented maps': Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}k:`).join('\n'),
  };
}

describe('the depth of YAML', () => {
  it('is counted however the text nests, at the limit and past it', () => {
    for (const [way, text] of Object.entries(nested(7))) {
      assert.equal(nestsDeeper(text, 7), false, way);
      assert.equal(nestsDeeper(text, 6), true, way);
    }
  });

  it('is counted in each document, and brackets inside strings do not count', () => {
    assert.equal(nestsDeeper('a: 1\n---\n[[[1]]]\n', 2), true);
    assert.equal(nestsDeeper(`a: "${'['.repeat(50)}"\nb: |\n  ${'['.repeat(50)}\n`, 1), false);
  });

  it('may be counted in text far deeper than the stack, and text at the limit can be parsed', () => {
    for (const [way, text] of Object.entries(nested(2500))) assert.equal(nestsDeeper(text, DEEPEST_YAML), true, way);
    assert.equal(nestsDeeper('['.repeat(200_000), DEEPEST_YAML), true);
    for (const text of Object.values(nested(DEEPEST_YAML))) parse(text);
  });
});
