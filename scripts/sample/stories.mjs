// What the agents of the sample did. Every run, program, model and figure here is invented.
//
// A step is { think, run, prints, code } (a command with its output and exit code; code 0 unless stated) or
// { says } (an answer without a tool call, which mini-swe-agent counts as a format error).

const LOOK = { think: 'Let me look at the repository first.', run: 'ls -F && git log --oneline | head -3', prints: 'README.md\nsetup.cfg\ntests/\nwidget/\n8c1d2aa Sizes may carry a unit\n41f0b3e Save drafts\n0d9e777 First release\n' };

const SIZES = `import re

_UNITS = {"": 1, "k": 1024, "m": 1024 ** 2, "g": 1024 ** 3}


def parse_size(text):
    match = re.match(r"(\\d+)\\s*([kmg]?)", text.strip().lower())
    if match is None:
        raise ValueError(text)
    return int(match.group(1)) * _UNITS[match.group(2)]
`;

const SIZES_FAIL = `============================= test session starts ==============================
collected 7 items

tests/test_sizes.py ....F..                                              [100%]

=================================== FAILURES ===================================
_______________________________ test_fraction __________________________________

    def test_fraction():
>       assert parse_size("1.5k") == 1536
E       AssertionError: assert 1 == 1536
E        +  where 1 = parse_size('1.5k')

tests/test_sizes.py:23: AssertionError
=========================== short test summary info ============================
FAILED tests/test_sizes.py::test_fraction - AssertionError: assert 1 == 1536
========================= 1 failed, 6 passed in 0.09s ==========================
`;

const SIZES_PASS = `============================= test session starts ==============================
collected 7 items

tests/test_sizes.py .......                                              [100%]

============================== 7 passed in 0.08s ===============================
`;

const TEST_SIZES = 'python -m pytest tests/test_sizes.py';
const SUBMIT = { think: 'The work is done; I submit it.', run: 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git add -A && git diff --cached', submits: true };

const SIZES_FIX = `python - <<'PY'
import pathlib
p = pathlib.Path("widget/sizes.py")
s = p.read_text()
s = s.replace(r"(\\d+)\\s*", r"(\\d+(?:\\.\\d+)?)\\s*")
s = s.replace("int(match.group(1)) * _UNITS[match.group(2)]", "int(float(match.group(1)) * _UNITS[match.group(2)])")
p.write_text(s)
PY`;

/** An edit that changes nothing but a comment, so that the test says the same each time. */
const EDIT_COMMENT = 'sed -i \'s/^_UNITS = .*/_UNITS = {"": 1, "k": 1024, "m": 1024 ** 2, "g": 1024 ** 3}  # binary units/\' widget/sizes.py';

const LOOP = Array.from({ length: 6 }, (_, i) => [
  { think: i === 0 ? 'The unit table looks wrong to me; I will rewrite it.' : 'Still 1. The unit table must be the reason; I rewrite it once more.', run: EDIT_COMMENT, prints: '' },
  { think: 'Run the test.', run: TEST_SIZES, prints: SIZES_FAIL, code: 1 },
]).flat();

const SAVE_TEST = 'python -m pytest tests/test_save.py -q';
const SAVE_FAIL = `F..                                                                      [100%]
=================================== FAILURES ===================================
________________________________ test_last_line ________________________________
>       assert path.read_text() == "a\\nb\\nc"
E       AssertionError: assert 'a\\nb\\n' == 'a\\nb\\nc'

tests/test_save.py:11: AssertionError
1 failed, 2 passed in 0.05s
`;
const SAVE_PASS = '...                                                                      [100%]\n3 passed in 0.05s\n';
const SAVE_SOURCE = `def save(path, text):
    lines = text.split("\\n")
    with open(path, "w") as out:
        for line in lines[:-1]:
            out.write(line + "\\n")
`;
const NO_NETWORK = `ERROR: Could not find a version that satisfies the requirement atomicwrites (from versions: none)
ERROR: No matching distribution found for atomicwrites
`;

/** mini-swe-agent: two tasks, three runs of one runtime each. */
export const MINI_RUNS = [
  {
    run: 'run-1', task: 'acme__widget-12', exit: 'Submitted', resolved: true,
    patch: 'diff --git a/widget/sizes.py b/widget/sizes.py\n--- a/widget/sizes.py\n+++ b/widget/sizes.py\n@@ -7 +7 @@\n-    match = re.match(r"(\\d+)\\s*([kmg]?)", text.strip().lower())\n+    match = re.match(r"(\\d+(?:\\.\\d+)?)\\s*([kmg]?)", text.strip().lower())\n@@ -10 +10 @@\n-    return int(match.group(1)) * _UNITS[match.group(2)]\n+    return int(float(match.group(1)) * _UNITS[match.group(2)])\n',
    steps: [
      LOOK,
      { think: 'Find the parser.', run: 'grep -rn "parse_size" --include=*.py .', prints: './widget/sizes.py:6:def parse_size(text):\n./tests/test_sizes.py:1:from widget.sizes import parse_size\n' },
      { think: 'Read it.', run: 'cat widget/sizes.py', prints: SIZES },
      { think: 'Reproduce the failure.', run: TEST_SIZES, prints: SIZES_FAIL, code: 1 },
      { think: 'The pattern takes whole numbers only, so "1.5k" ends at the point. Accept a fraction, and multiply before rounding down.', run: SIZES_FIX, prints: '' },
      { think: 'Check.', run: TEST_SIZES, prints: SIZES_PASS },
      SUBMIT,
    ],
  },
  { run: 'run-2', task: 'acme__widget-12', exit: 'LimitsExceeded', resolved: false, patch: '', steps: [LOOK, { think: 'Read the module.', run: 'cat widget/sizes.py', prints: SIZES }, { think: 'Run the test.', run: TEST_SIZES, prints: SIZES_FAIL, code: 1 }, { think: 'Where are the units used?', run: 'grep -n "_UNITS" -r widget', prints: 'widget/sizes.py:3:_UNITS = {"": 1, "k": 1024, "m": 1024 ** 2, "g": 1024 ** 3}\nwidget/sizes.py:10:    return int(match.group(1)) * _UNITS[match.group(2)]\n' }, ...LOOP, ...LOOP.slice(2, 6)] },
  {
    run: 'run-3', task: 'acme__widget-12', exit: 'Submitted', resolved: false,
    patch: 'diff --git a/widget/sizes.py b/widget/sizes.py\n--- a/widget/sizes.py\n+++ b/widget/sizes.py\n@@ -10 +10 @@\n-    return int(match.group(1)) * _UNITS[match.group(2)]\n+    return round(float(match.group(1)) * _UNITS[match.group(2)])\n',
    steps: [
      LOOK,
      { says: 'I would first read widget/sizes.py to see how sizes are parsed.' },
      { says: 'The command I want to run is: cat widget/sizes.py' },
      { think: 'Read the module.', run: 'cat widget/sizes.py', prints: SIZES },
      { says: 'The multiplication should be done in floating point. Let me change that line.' },
      { think: 'Multiply as a float.', run: "sed -i 's/int(match.group(1)) \\*/round(float(match.group(1)) */; s/group(2)\\]$/group(2)])/' widget/sizes.py", prints: '' },
      { think: 'It reads well now.', run: 'git diff --stat', prints: ' widget/sizes.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)\n' },
      SUBMIT,
    ],
  },
  {
    run: 'run-1', task: 'acme__widget-31', exit: 'Submitted', resolved: true,
    patch: 'diff --git a/widget/save.py b/widget/save.py\n--- a/widget/save.py\n+++ b/widget/save.py\n@@ -1,5 +1,3 @@\n def save(path, text):\n-    lines = text.split("\\n")\n     with open(path, "w") as out:\n-        for line in lines[:-1]:\n-            out.write(line + "\\n")\n+        out.write(text)\n',
    steps: [
      { think: 'Find where files are saved.', run: 'grep -rn "def save" widget', prints: 'widget/save.py:1:def save(path, text):\n' },
      { think: 'Read it.', run: 'cat widget/save.py', prints: SAVE_SOURCE },
      { think: 'The last piece is dropped. Write the text as it is.', run: "printf 'def save(path, text):\\n    with open(path, \"w\") as out:\\n        out.write(text)\\n' > widget/save.py", prints: '' },
      { think: 'Check.', run: SAVE_TEST, prints: SAVE_PASS },
      SUBMIT,
    ],
  },
  {
    run: 'run-2', task: 'acme__widget-31', exit: 'Submitted', resolved: false,
    patch: 'diff --git a/widget/save.py b/widget/save.py\n--- a/widget/save.py\n+++ b/widget/save.py\n@@ -4 +4 @@\n-        for line in lines[:-1]:\n+        for line in lines:\n',
    steps: [
      { think: 'Find where files are saved.', run: 'grep -rn "def save" widget', prints: 'widget/save.py:1:def save(path, text):\n' },
      { think: 'Read it.', run: 'cat widget/save.py', prints: SAVE_SOURCE },
      { think: 'The slice leaves out the last line; take all of them.', run: "sed -i 's/lines\\[:-1\\]/lines/' widget/save.py", prints: '' },
      SUBMIT,
    ],
  },
  {
    run: 'run-3', task: 'acme__widget-31', exit: 'Submitted', resolved: true,
    patch: 'diff --git a/widget/save.py b/widget/save.py\n--- a/widget/save.py\n+++ b/widget/save.py\n@@ -1,5 +1,3 @@\n def save(path, text):\n-    lines = text.split("\\n")\n     with open(path, "w") as out:\n-        for line in lines[:-1]:\n-            out.write(line + "\\n")\n+        out.write(text)\n',
    steps: [
      { think: 'Run the tests to see the failure.', run: SAVE_TEST, prints: SAVE_FAIL, code: 1 },
      { think: 'A package for safe writes would solve this.', run: 'pip install atomicwrites', prints: NO_NETWORK, code: 1 },
      { think: 'Try again without the cache.', run: 'pip install --no-cache-dir atomicwrites', prints: NO_NETWORK, code: 1 },
      { think: 'Perhaps an older version is there.', run: 'pip install atomicwrites==1.4.0', prints: NO_NETWORK.replace(/atomicwrites(?= \()/, 'atomicwrites==1.4.0'), code: 1 },
      { think: 'Once more.', run: 'pip install atomicwrites', prints: NO_NETWORK, code: 1 },
      { think: 'There is no network. Read the function instead.', run: 'cat widget/save.py', prints: SAVE_SOURCE },
      { think: 'Take all lines.', run: "sed -i 's/lines\\[:-1\\]/lines/' widget/save.py", prints: '' },
      { think: 'Check.', run: SAVE_TEST, prints: SAVE_FAIL.replace("'a\\nb\\n' ==", "'a\\nb\\nc\\n' =="), code: 1 },
      { think: 'Now there is a line end too many. Write the text as it is.', run: "printf 'def save(path, text):\\n    with open(path, \"w\") as out:\\n        out.write(text)\\n' > widget/save.py", prints: '' },
      { think: 'Check.', run: SAVE_TEST, prints: SAVE_PASS },
      SUBMIT,
    ],
  },
];

export const ISSUES = {
  'acme__widget-12': 'parse_size("1.5k") returns 1 where 1536 is expected. Sizes with a fraction should be accepted.',
  'acme__widget-31': 'save() drops the last line of a text that does not end in a line break.',
};

const WAIT = (n) => ({ message: `The server is not up yet; I check again (${n}).`, keys: 'curl -s localhost:8080/health\n', screen: 'root@demo:/app# curl -s localhost:8080/health\ncurl: (7) Failed to connect to localhost port 8080: Connection refused\n' });

/** Harbor: one job, two trials of one task by Terminus-2. */
export const HARBOR_TRIALS = [
  {
    trial: 'start-server__aB3dE5f', id: '11111111-1111-4111-8111-111111111111', reward: 1, exception: null, minutes: 3,
    steps: [
      { message: 'Look at the project.', keys: 'ls\n', screen: 'root@demo:/app# ls\nMakefile  README.md  server.py\n' },
      { message: 'How is the server started?', keys: 'cat Makefile\n', screen: 'root@demo:/app# cat Makefile\nrun:\n\tPORT=8080 python server.py\n' },
      { message: 'Start it in the background.', keys: 'make run > server.log 2>&1 &\n', screen: 'root@demo:/app# make run > server.log 2>&1 &\n[1] 71\n' },
      { message: 'Ask for its health.', keys: 'sleep 1; curl -s localhost:8080/health\n', screen: 'root@demo:/app# sleep 1; curl -s localhost:8080/health\nok\n' },
      { message: 'The server answers.', done: true },
      { message: 'Yes, the task is complete.', done: true },
    ],
  },
  {
    trial: 'start-server__kL9mN2p', id: '33333333-3333-4333-8333-333333333333', reward: 0, exception: 'AgentTimeoutError', minutes: 15,
    steps: [
      { message: 'Look at the project.', keys: 'ls\n', screen: 'root@demo:/app# ls\nMakefile  README.md  server.py\n' },
      { message: 'Start the server.', keys: 'python server.py &\n', screen: 'root@demo:/app# python server.py &\n[1] 66\nKeyError: \'PORT\'\n' },
      ...[1, 2, 3, 4, 5].map(WAIT),
      { message: 'I give it more time.', keys: 'sleep 120\n', screen: 'root@demo:/app# sleep 120\n' },
      ...[6, 7, 8].map(WAIT),
    ],
  },
];
