import assert from 'node:assert/strict';
import { splitCommands } from '../../../../src/formats/shared/shellWords';
import { classifyCommand, classifyTool, strongestKind } from '../../../../src/formats/shared/stepKinds';
import type { StepKind } from '../../../../src/model/step';

describe('splitCommands', () => {
  it('parts a script at operators and keeps quotes, redirections and here-documents apart', () => {
    const commands = splitCommands(`cd /a && FOO=1 grep -n "a && b" 'c;d' 2>&1 | head -5 > out.txt; cat > x.py <<'EOF' && python x.py\nprint("a; b")\nEOF\nls # done`);
    assert.deepEqual(commands.map((c) => c.words.join('|')), ['cd|/a', 'FOO=1|grep|-n|a && b|c;d', 'head|-5', 'cat', 'python|x.py', 'ls']);
    assert.deepEqual(commands.map((c) => c.writes.join()), ['', '', 'out.txt', 'x.py', '', '']);
    assert.deepEqual(commands[3]?.heredocs, ['print("a; b")']);
  });

  it('survives what is no shell', () => {
    for (const text of ['', "'", '"', '\\', '<<', '>', '<<EOF', '((((', '|||', 'a <<- \tX\n\tb\n\tX', '"\\']) splitCommands(text);
    assert.equal(splitCommands(';a'.repeat(10_000)).length, 500);
  });
});

describe('classifyCommand', () => {
  const cases: Record<StepKind, string[]> = {
    inspect: [
      'ls -la', 'cat src/x.py', "nl -ba f.py | sed -n '10,20p'", 'cd /testbed && head -50 a.py', 'git diff -- x.py > patch.txt', 'git log --oneline | head',
      'sed -n 1,20p x', 'pwd', 'open "src/a.py" 10', 'wc -l x', 'git show HEAD --stat', 'git -C /repo status', 'FOO=1 cat x',
    ],
    search: [
      'grep -rn "foo" src | head -20', 'find . -name "*.py" | xargs grep -l foo', 'rg foo', 'git grep foo', 'cat x | grep y', 'which python', 'search_dir "foo" src',
      'find . -name "*.py" -exec grep -l foo {} \\;',
    ],
    edit: [
      "cat > x.py <<'EOF'\nimport pytest\nEOF", "sed -i 's/a/b/' x.py", "sed -i.bak 's/a/b/' x", "perl -pi -e 's/a/b/' x", 'git apply fix.patch', "cat <<'EOF' > new.py\nx\nEOF\npython new.py",
      'echo "x" >> file.txt', 'printf x | tee file', 'mkdir -p a/b', 'rm x', 'mv a b', 'git stash', 'git add -A && git commit -m x', 'apply_patch <<EOF\n*** Begin Patch\nEOF',
      "python - <<'PY'\nopen('x.py', 'w').write('a')\nPY", "python -c \"import pathlib; pathlib.Path('x').write_text('a')\"", 'str_replace_editor str_replace /a --old_str x', 'find . -name "*.py" | xargs sed -i s/a/b/',
      "bash -lc \"sed -i 's/a/b/' x.py\"", 'edit 1:5\nfoo\nend_of_edit',
    ],
    test: [
      'pytest -x', 'python -m pytest tests/test_a.py -k foo 2>&1 | tail -30', 'cd /testbed && ./tests/runtests.py queries', 'python tests/runtests.py', 'tox -e py39', 'npm test', 'npm run test:unit', 'yarn jest', 'go test ./...',
      'cargo test', 'make test', 'make check', 'python manage.py test app', 'python -m unittest -v', 'timeout 60 pytest', 'env FOO=1 python3.9 -m pytest', 'bin/test sympy/core', 'python test_fix.py', './run_tests.sh', 'mvn -q test', './gradlew test', 'bundle exec rspec',
      'mkdir -p out && pytest', 'git stash && pytest; git stash pop', 'for f in a b; do pytest $f; done', 'bash -c "cd x && pytest"', 'uv run pytest -q', 'dotnet test', 'ctest --output-on-failure',
    ],
    run: [
      'python reproduce.py', 'python -c "print(1)"', 'pip install -e .', 'make', './configure && make -j4', 'node index.js', 'npm run build', 'sqlfluff lint x.sql', 'python x.py | grep foo', 'python x.py > out.txt', 'bash build.sh', 'go build ./...', "python - <<'EOF'\nprint(open('x').read())\nEOF",
      'curl -s http://localhost', 'npm install', 'python setup.py build_ext --inplace', 'sudo apt-get install -y vim', 'xargs -n 1 python run.py < list',
    ],
    submit: ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat patch.txt', 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT', 'submit', 'cd /x && git add -A && echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff --cached'],
    think: ['think "what now"'],
    other: ['', 'cd /testbed', 'echo hello', 'export FOO=1', '# nothing', 'source .venv/bin/activate', 'conda activate testbed'],
  };
  for (const [kind, scripts] of Object.entries(cases)) {
    it(`knows ${kind}`, () => {
      for (const script of scripts) assert.equal(classifyCommand(script), kind, script);
    });
  }

  it('takes the strongest kind of several commands', () => {
    assert.equal(classifyCommand("sed -i 's/a/b/' x.py && pytest"), 'edit');
    assert.equal(classifyCommand('python x.py && cat out.txt'), 'run');
    assert.equal(strongestKind(['inspect', 'test', 'search']), 'test');
    assert.equal(strongestKind([]), 'think');
  });

  it('takes linear time on hostile scripts', () => {
    for (const script of ['open('.repeat(50_000), 'python ' + '-m '.repeat(50_000), 'git ' + '-x '.repeat(50_000), 'a=1 '.repeat(50_000), "python -c \"" + "open('x',".repeat(20_000)]) classifyCommand(script);
  });
});

describe('classifyTool', () => {
  it('knows the tools of common harnesses', () => {
    const cases: [string, unknown, StepKind][] = [
      ['bash', { command: 'pytest' }, 'test'],
      ['execute_bash', '{"command": "ls"}', 'inspect'],
      ['shell', { command: ['bash', '-lc', 'rg foo'] }, 'search'],
      ['exec_command', { cmd: 'cargo test' }, 'test'],
      ['bash_command', { keystrokes: 'ls\n', duration: 0.1 }, 'inspect'],
      ['Read', {}, 'inspect'],
      ['Grep', {}, 'search'],
      ['MultiEdit', {}, 'edit'],
      ['str_replace_editor', { command: 'view', path: '/a' }, 'inspect'],
      ['str_replace_editor', '{"command": "str_replace", "path": "/a"}', 'edit'],
      ['str_replace_based_edit_tool', { command: 'create' }, 'edit'],
      ['apply_patch', '*** Begin Patch', 'edit'],
      ['finish', {}, 'submit'],
      ['mark_task_complete', {}, 'submit'],
      ['TodoWrite', {}, 'think'],
      ['mcp__files__read_file', {}, 'inspect'],
      ['functions.exec_command', { cmd: 'ls' }, 'inspect'],
      ['no_such_tool', {}, 'other'],
      ['', null, 'other'],
    ];
    for (const [name, args, kind] of cases) assert.equal(classifyTool(name, args), kind, `${name} ${JSON.stringify(args)}`);
  });
});
