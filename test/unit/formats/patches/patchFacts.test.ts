import assert from 'node:assert/strict';
import { judgeKindOf } from '../../../../src/model/patchRules';
import { readPatchFacts } from '../../../../src/formats/patches/patchFacts';

const PATCH = `diff --git a/src/a.py b/src/a.py
index 1111111..2222222 100644
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,4 @@ def f():
 one
-two
+Two
+more
 three
@@ -20,2 +21,2 @@
-x = 1
+x = 2
 end
diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000..3333333
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+hello
\\ No newline at end of file
`;

describe('a patch', () => {
  it('is its files, hunks and changed lines', () => {
    const facts = readPatchFacts(PATCH);
    assert.deepEqual([facts?.files.length, facts?.hunks.length, facts?.lines.length, facts?.added, facts?.removed], [2, 3, 6, 4, 2]);
  });

  it('is the same elsewhere in its files, in other context, with other blobs, line ends and order of files', () => {
    const [first = '', second = ''] = PATCH.split(/(?=diff --git a\/new)/);
    const same = [
      PATCH.replace('@@ -1,3 +1,4 @@ def f():', '@@ -101,3 +101,4 @@ class G:'),
      PATCH.replaceAll('1111111..2222222', 'abcdef0..abcdef1').replace(' one\n', ' uno\n'),
      PATCH.replaceAll('\n', '\r\n'),
      PATCH.replace('+Two\n', '+Two  \n'),
      // Counts as people get them wrong by hand.
      PATCH.replace('-20,2 +21,2', '-20,9 +21,9'),
      second.replace('\\ No newline at end of file\n', '') + first,
      `--- a/src/a.py\n+++ b/src/a.py\n${first.slice(first.indexOf('@@'))}${second}`,
    ];
    for (const text of same) assert.equal(readPatchFacts(text)?.hash, readPatchFacts(PATCH)?.hash, text);
  });

  it('names the files that judge it, and no others', () => {
    const part = (name: string, mode = ''): string => `diff --git a/${name} b/${name}\n${mode}--- ${mode.startsWith('new') ? '/dev/null' : `a/${name}`}\n+++ ${mode.startsWith('deleted') ? '/dev/null' : `b/${name}`}\n@@ -1 +1 @@\n-x\n+y\n`;
    const text = [part('src/a.py'), part('tests/test_a.py'), part('conftest.py', 'new file mode 100644\n'), part('.github/workflows/ci.yml'), part('web/button.test.tsx', 'deleted file mode 100644\n'), part('verifier/check.sh'), part('src/latest.py'), part('docs/attestation.md')].join('');
    assert.deepEqual(readPatchFacts(text)?.judges, [
      { path: '.github/workflows/ci.yml', kind: 'ci', change: 'changed' },
      { path: 'conftest.py', kind: 'test-configuration', change: 'new' },
      { path: 'tests/test_a.py', kind: 'tests', change: 'changed' },
      { path: 'verifier/check.sh', kind: 'verifier', change: 'changed' },
      { path: 'web/button.test.tsx', kind: 'tests', change: 'deleted' },
    ]);
    const kinds = Object.fromEntries(['a/tox.ini', 'pytest.ini', 'jest.config.js', 'run_tests.sh', 'pkg/foo_test.go', 'src/FooTest.java', 'src/Latest.java', 'contest/a.py', 'lib/protest.rb', 'spec/a_spec.rb', 'Jenkinsfile', 'src/test.py'].map((path) => [path, judgeKindOf(path)]));
    assert.deepEqual(kinds, { 'a/tox.ini': 'test-configuration', 'pytest.ini': 'test-configuration', 'jest.config.js': 'test-configuration', 'run_tests.sh': 'verifier', 'pkg/foo_test.go': 'tests', 'src/FooTest.java': 'tests', 'src/Latest.java': null, 'contest/a.py': null, 'lib/protest.rb': null, 'spec/a_spec.rb': 'tests', Jenkinsfile: 'ci', 'src/test.py': 'tests' });
  });

  it('is another one with another line, sign, order of lines, file or mode', () => {
    const others = [
      PATCH.replace('+Two', '+two!'),
      PATCH.replace('-x = 1\n+x = 2', '-x = 2\n+x = 1'),
      PATCH.replace('+Two\n+more', '+more\n+Two'),
      PATCH.replaceAll('src/a.py', 'src/b.py'),
      PATCH.replace('new file mode 100644\n', '').replace('/dev/null', 'a/new.txt'),
    ];
    const hashes = new Set([PATCH, ...others].map((text) => readPatchFacts(text)?.hash));
    assert.equal(hashes.size, 6);
  });

  it('counts a file that is only renamed, and is none where a text is no diff', () => {
    assert.deepEqual(readPatchFacts('diff --git a/old.py b/new.py\nsimilarity index 100%\nrename from old.py\nrename to new.py\n')?.files.length, 1);
    for (const text of ['HTB{flag}', 'Traceback (most recent call last):\n- one\n+ two\n', '', '- a list\n- of points']) assert.equal(readPatchFacts(text), null, text);
  });

  it('is read in time however long a header is', () => {
    const name = 'a/'.repeat(200_000);
    assert.notEqual(readPatchFacts(`diff --git ${name} ${name}\n--- ${name}x\n+++ ${name}x\n@@ -1 +1 @@\n-a\n+b\n`), undefined);
  });
});
