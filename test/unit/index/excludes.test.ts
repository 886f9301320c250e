import assert from 'node:assert/strict';
import { buildExclude } from '../../../src/index/excludes';

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
