import assert from 'node:assert/strict';
import { buildExclude, excludesBelow } from '../../../src/index/excludes';

function check(patterns: readonly string[], excluded: readonly string[], kept: readonly string[]): void {
  const exclude = buildExclude(patterns);
  const isExcluded = (path: string): boolean => (path.endsWith('/') ? exclude(path.slice(0, -1), true) : exclude(path, false));
  assert.deepEqual(excluded.filter((path) => !isExcluded(path)), [], 'should be excluded');
  assert.deepEqual(kept.filter(isExcluded), [], 'should be kept');
}

describe('excludes', () => {
  it('match a name at any depth', () => check(['cache', '*.txt'], ['cache/', 'a/cache/', 'cache', 'a.txt', 'a/b.txt'], ['cached/', 'a.txt.json', 'atxt']));
  it('match folders only with a slash at the end', () => check(['old/'], ['old/', 'a/old/'], ['old', 'a/old']));
  it('match from the root with a slash before or inside', () => check(['/a.json', 'runs/old'], ['a.json', 'runs/old/', 'runs/old'], ['b/a.json', 'x/runs/old/']));
  it('let ** cross folders and * not', () => {
    check(['runs/**/debug.json'], ['runs/debug.json', 'runs/a/b/debug.json'], ['debug.json', 'runs/debug.json.txt']);
    check(['runs/*/x'], ['runs/a/x'], ['runs/a/b/x', 'runs/x']);
    check(['runs/**'], ['runs/a', 'runs/a/b/'], ['runs/']);
    check(['**/tmp'], ['tmp/', 'a/tmp'], ['tmpx']);
  });
  it('match sets and single characters', () => check(['run-[0-2]', 'v?', '[!a]z'], ['run-1', 'v7', 'bz'], ['run-3', 'v10', 'az']));
  it('take back what a later pattern names', () => check(['*.json', '!keep.json', 'a/keep.json'], ['x.json', 'a/keep.json'], ['keep.json', 'b/keep.json']));
  it('skip comments and blank lines and honour a backslash', () => check(['# no', '', '\\#yes', '\\!also', 'a\\*b'], ['#yes', '!also', 'a*b'], ['# no', 'axb']));
  it('take characters of regular expressions for themselves', () => check(['a.(b)+{c}|$'], ['a.(b)+{c}|$'], ['aX(b)+{c}|$', 'a.bb']));
  it('take a set without meaning for its characters', () => check(['[z-a]'], ['[z-a]'], ['z', 'b']));
  it('match names with line breaks', () => check(['*.json'], ['a\nb.json'], []));
});

describe('a hostile pattern', () => {
  it('takes no time to speak of', () => {
    // As regular expressions these would try every way to part the path.
    const path = `${'a/'.repeat(200)}${'a'.repeat(2000)}`;
    check(['**/'.repeat(30) + 'b', `${'*a'.repeat(30)}b`, `${'**/*a'.repeat(20)}b`], [], [path]);
  });
});

describe('patterns of a folder, seen from above', () => {
  function checkBelow(folder: string, patterns: readonly string[], excluded: readonly string[], kept: readonly string[]): void {
    check(excludesBelow(folder, patterns), excluded, kept);
  }

  it('stay as they are for the root itself', () => assert.deepEqual(excludesBelow('', ['/a', '# x', 'b/']), ['/a', '# x', 'b/']));
  it('say nothing about other folders', () => {
    checkBelow('one', ['old/', '*.txt', '/a.json', 'runs/x'], ['one/old/', 'one/b/old/', 'one/c.txt', 'one/a.json', 'one/runs/x'], ['two/old/', 'c.txt', 'one/b/a.json', 'one/b/runs/x', 'two/a.json']);
  });
  it('take back what they named, and drop comments', () => checkBelow('one', ['# no', '', '*.json', '!keep.json'], ['one/x.json'], ['one/keep.json', 'two/x.json', 'no']));
  it('take characters of the folder for themselves', () => checkBelow('a[1]*!', ['x'], ['a[1]*!/x'], ['a1b!/x', 'a[1]b!/x']));
});
