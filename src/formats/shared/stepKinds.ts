// What a step does, by rules that are data: lists of programs, of tools, and of a few patterns.
// A step with several commands takes the strongest kind (STRENGTH): one that edits a file and
// then looks at it is an edit.

import type { StepKind } from '../../model/step';
import { asRecord, getString } from './fields';
import { splitCommands } from './shellWords';
import type { SimpleCommand } from './shellWords';
import { mainArgument } from './title';

/** Strongest first. `housekeeping` (folders, staging, removing) counts as an edit when nothing else is done. */
const STRENGTH = ['submit', 'edit', 'test', 'run', 'search', 'inspect', 'housekeeping', 'think', 'other'] as const;
type Strength = (typeof STRENGTH)[number];
const RANKS: ReadonlyMap<Strength, number> = new Map(STRENGTH.map((strength, rank) => [strength, rank]));

/** Words before the program proper; options and `NAME=value` after them are skipped too. */
const PREFIXES = new Set(['sudo', 'env', 'time', 'nohup', 'timeout', 'stdbuf', 'nice', 'command', 'exec', 'xargs', 'then', 'do', 'else', 'if', 'elif', 'while', 'until', '!', '{', 'eval', 'builtin']);
/** Options of PREFIXES that take a value of their own. */
const PREFIX_VALUES = new Set(['-n', '-I', '-P', '-L', '-d', '-s', '-k', '-u', '-i', '--signal', '-o', '-e']);
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

/** Program (base name) to kind. `null`: says nothing by itself, such as `cd`. */
const PROGRAMS: ReadonlyMap<string, Strength | null> = new Map(
  Object.entries({
    submit: 'submit exit_forfeit mark_task_complete',
    edit: 'patch ed ex apply_patch applypatch insert create end_of_edit undo_edit write',
    test: 'pytest py.test tox nox nosetests nose2 unittest jest vitest mocha ava karma rspec phpunit ctest gtest bats trial ginkgo behave cucumber playwright runtests.py',
    run: 'python python3 python2 pypy pypy3 ipython node deno bun ruby perl php java javac go cargo rustc gcc g++ clang clang++ cc make cmake ninja mvn gradle gradlew npm npx yarn pnpm pip pip3 uv poetry conda mamba apt apt-get dpkg yum dnf apk brew curl wget docker systemctl service nginx sqlite3 psql mysql redis-cli dotnet swift kotlinc scala sbt lua Rscript julia octave jq tsc eslint ruff flake8 black mypy pylint isort bundle rake rails composer wait sleep kill pkill ps top free df du openssl ssh-keygen tar unzip zip gzip gunzip 7z',
    search: 'grep egrep fgrep rg ag ack find fd fdfind locate which whereis type search_file search_dir find_file search',
    inspect: 'cat head tail less more nl ls tree file stat wc diff cmp od xxd hexdump strings sed awk gawk cut sort uniq column view open goto scroll_up scroll_down pwd whoami id env printenv uname date tac bat realpath readlink dirname basename md5sum sha256sum comm',
    housekeeping: 'mkdir touch rm rmdir mv cp ln chmod chown install truncate',
    think: 'think',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [name, strengthOf(kind)] as const)),
);
/** Programs that only prepare others. */
const SILENT = new Set(['cd', 'export', 'source', '.', 'set', 'unset', 'pushd', 'popd', 'alias', 'true', 'false', ':', 'for', 'in', 'done', 'fi', 'esac', 'case', 'select', 'function', 'return', 'exit', 'break', 'continue', 'local', 'declare', 'read', 'umask', 'ulimit', 'trap', '}', '[', '[[', 'test', 'activate', 'conda-activate']);

/** Sub-commands that decide: program, pattern over the rest of its words, kind. First match wins. */
const SUBCOMMANDS: readonly { readonly program: RegExp; readonly words: RegExp; readonly kind: Strength | null }[] = [
  { program: /^(?:sed|gsed|perl|ruby)$/, words: /(?:^| )(?:-[a-zA-Z]*i\S*|--in-place\S*)(?: |$)/, kind: 'edit' },
  { program: /^git$/, words: /^(?:-\S+ )*(?:grep|ls-files)\b/, kind: 'search' },
  { program: /^git$/, words: /^(?:-\S+ )*(?:apply|am|cherry-pick|revert|merge|rebase)\b/, kind: 'edit' },
  { program: /^git$/, words: /^(?:-\S+ )*(?:add|commit|stash|checkout|restore|reset|rm|mv|clean|init|config|branch|tag|switch|pull|clone|push|fetch)\b/, kind: 'housekeeping' },
  { program: /^git$/, words: /./, kind: 'inspect' },
  { program: /^(?:python|pypy)[\d.]*$/, words: /(?:^| )-m ?(?:pytest|unittest|nose2?|tox|django test|trial|doctest|behave)\b/, kind: 'test' },
  { program: /^(?:python|pypy)[\d.]*$/, words: /(?:^| |\/)(?:runtests|run_tests|manage|setup)\.py (?:.* )?test\b/, kind: 'test' },
  { program: /^(?:python|pypy)[\d.]*$/, words: /(?:^| |\/)(?:runtests\.py|run_tests\.py|bin\/test)\b/, kind: 'test' },
  { program: /^(?:python|pypy)[\d.]*$/, words: /^(?:-\S+ )*(?:\S*\/)?(?:test_\w*|\w+_test|tests?)\.py\b/, kind: 'test' },
  { program: /^(?:node|deno|bun|ruby|perl|php)$/, words: /^(?:-\S+ )*(?:test\b|\S*[._-]?(?:test|spec)\w*\.[cm]?[jt]s\b|\S*_(?:test|spec)\.rb\b)/, kind: 'test' },
  { program: /^(?:npm|yarn|pnpm|npx|bunx|uv|poetry|bundle|rake|rails|hatch|pdm|pipenv|dotnet|swift|sbt|lein|mix|cargo|go|mvn|mvnw|gradle|gradlew|make|ninja|composer|bazel|meson)$/, words: /(?:^| )(?:run[ -])?(?:test|tests|t|check|jest|vitest|mocha|pytest|rspec|verify|nextest|phpunit|playwright test)(?:[:\w-]*)(?: |$)/, kind: 'test' },
  { program: /^(?:conda|mamba)$/, words: /^activate\b/, kind: null },
  { program: /^find$/, words: /(?:^| )-(?:delete|exec rm)\b/, kind: 'housekeeping' },
  { program: /^find$/, words: /(?:^| )-exec (?:sed -i|perl -\S*i)/, kind: 'edit' },
  { program: /^(?:str_replace_editor|str_replace_based_edit_tool|edit_anthropic)$/, words: /^view\b/, kind: 'inspect' },
  { program: /^(?:str_replace_editor|str_replace_based_edit_tool|edit_anthropic|edit)$/, words: /(?:)/, kind: 'edit' },
];

/** Programs whose redirected output is the content they were given: writing it to a file is an edit. */
const WRITERS = new Set(['cat', 'echo', 'printf', 'tee', 'sed', 'awk', 'sort', 'head', 'tail', 'base64', 'tr']);
/** Code given to an interpreter that writes files. */
const WRITING_CODE = /\bopen\([^)]{0,200},\s*(?:mode\s*=\s*)?['"][wax]|\.write_(?:text|bytes)\(|\bwriteFile(?:Sync)?\(|\bFile\.write\(/;
/** What ends an attempt: the agreed first line of output, or the tools' own submit command. */
const SUBMISSION = /\b(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)\b/;

/** Tools by name, lower case; `command`: its command decides, `subcommand`: its field `command` does. */
const TOOLS: ReadonlyMap<string, StepKind | 'command' | 'subcommand'> = new Map(
  Object.entries({
    command: 'bash sh shell shell_command execute_bash run_shell_command run_command run_terminal_cmd execute_command exec_command local_shell local_shell_call terminal bash_command container.exec run execute cmd powershell bash_session send_keys tmux unified_exec',
    subcommand: 'str_replace_editor str_replace_based_edit_tool file_editor edit_anthropic',
    inspect: 'read read_file readfile view view_file open_file cat list_directory list_dir ls list_files notebookread read_many_files view_image image_read get_file browse_view',
    search: 'grep glob search search_files find find_files grep_search file_search codebase_search search_file_content websearch web_search google_web_search webfetch web_fetch search_dir search_file find_file toolsearch',
    edit: 'write edit multiedit notebookedit write_file edit_file replace apply_patch create_file create str_replace insert delete_file search_replace edit_notebook undo_edit',
    run: 'python execute_python execute_ipython_cell ipython run_ipython code_execution code_interpreter browser browse browse_interactive computer mcp call_tool_mcp bashoutput killbash write_stdin kill_shell js_repl',
    test: 'run_tests test runtests',
    submit: 'submit finish mark_task_complete task_complete exit attempt_completion final_answer complete done',
    think: 'think thought todowrite todo_write todoread update_plan plan task_tracking task_tracker exitplanmode sequentialthinking save_memory write_todos',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [name, toolRule(kind)] as const)),
);

/** The kind of a shell script. */
export function classifyCommand(script: string): StepKind {
  return asKind(scriptStrength(script, 0));
}

/**
 * The kind of a tool call. `args` may be an object, a JSON string or text. Names with a server
 * prefix (`mcp__files__read_file`, `functions.exec_command`) are looked up by their end too.
 */
export function classifyTool(name: string, args: unknown): StepKind {
  const key = name.toLowerCase().trim();
  const end = key.split(/__|[.:/]/).at(-1) ?? key;
  const rule = TOOLS.get(key) ?? TOOLS.get(end);
  if (rule === undefined) return 'other';
  if (rule === 'command') return classifyCommand(mainArgument(args));
  if (rule !== 'subcommand') return rule;
  const command = getString(asRecord(args) ?? parseRecord(args), 'command');
  return command === null || command === 'view' ? 'inspect' : 'edit';
}

/** The strongest of several kinds; `think` when there is none, since a call without tools only speaks. */
export function strongestKind(kinds: Iterable<StepKind>): StepKind {
  let best: StepKind | null = null;
  for (const kind of kinds) {
    if (best === null || STRENGTH.indexOf(kind) < STRENGTH.indexOf(best)) best = kind;
  }
  return best ?? 'think';
}

function scriptStrength(script: string, depth: number): Strength {
  if (SUBMISSION.test(script)) return 'submit';
  let best: Strength = 'other';
  for (const command of splitCommands(script)) {
    const strength = commandStrength(command, depth);
    if (strength !== null && (RANKS.get(strength) ?? 0) < (RANKS.get(best) ?? 0)) best = strength;
  }
  return best;
}

function commandStrength(command: SimpleCommand, depth: number): Strength | null {
  const words = skipPrefixes(command.words);
  const first = words[0] ?? '';
  const program = first.slice(first.lastIndexOf('/') + 1);
  const rest = words.slice(1);
  if (SHELLS.has(program)) return shellStrength(command, rest, depth);
  if (command.writes.some(isKeptFile) && (WRITERS.has(program) || program === '')) return 'edit';
  if (program === 'tee' && rest.some((word) => !word.startsWith('-') && isKeptFile(word))) return 'edit';
  if (program === 'echo' || program === 'printf') return 'other';
  if (program === '' || (SILENT.has(program) && program === first)) return null;
  const rules = rulesFor(program);
  if (rules.length > 0) {
    const line = lineOf(rest);
    for (const rule of rules) {
      if (rule.words.test(line)) return rule.kind;
    }
  }
  const kind = PROGRAMS.get(/[\d.]$/.test(program) ? program.replace(/^(python|pypy|pip|ruby|perl|gcc|clang)[\d.]+$/, '$1') : program);
  if (kind === 'run' && [lineOf(rest), ...command.heredocs].some((code) => WRITING_CODE.test(code.slice(0, 65_536)))) return 'edit';
  if (kind !== undefined) return kind;
  // A program that no list names is still a program that ran.
  return /^[\w.+-]+$/.test(program) ? scriptFile(program) : 'other';
}

function lineOf(rest: readonly string[]): string {
  return rest.join(' ').slice(0, 2000);
}

/** Rules by program: scripts call the same few thousands of times, and trying every rule on each cost more than reading them. */
const RULES = new Map<string, typeof SUBCOMMANDS>();
const MAX_RULES = 1000;
const NO_RULES: typeof SUBCOMMANDS = [];
/** Programs that some rule names. */
const RULED = new RegExp(SUBCOMMANDS.map(({ program }) => `(?:${program.source})`).join('|'));

function rulesFor(program: string): typeof SUBCOMMANDS {
  let rules = RULES.get(program);
  if (rules === undefined) {
    if (!RULED.test(program)) return NO_RULES;
    rules = SUBCOMMANDS.filter((rule) => rule.program.test(program));
    if (RULES.size < MAX_RULES) RULES.set(program, rules);
  }
  return rules;
}

function shellStrength(command: SimpleCommand, rest: readonly string[], depth: number): Strength {
  if (depth > 3) return 'run';
  const flag = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  const inner = flag >= 0 ? rest[flag + 1] : command.heredocs[0];
  if (inner !== undefined) return scriptStrength(inner, depth + 1);
  return scriptFile(rest.find((word) => !word.startsWith('-')) ?? '');
}

/** A script that is run by its name. */
function scriptFile(name: string): Strength {
  return /(?:^|[/_.-])(?:tests?|runtests|run_tests|spec)(?:[_.-]\w+)*(?:\.\w+)?$/i.test(name) ? 'test' : 'run';
}

function skipPrefixes(words: readonly string[]): readonly string[] {
  let i = 0;
  while (i < words.length) {
    const word = words[i] ?? '';
    if (/^[A-Za-z_]\w*=/.test(word)) {
      i++;
    } else if (PREFIXES.has(word)) {
      i++;
      while (i < words.length && /^(?:-|\d+[smh]?$)/.test(words[i] ?? '')) i += PREFIX_VALUES.has(words[i] ?? '') ? 2 : 1;
    } else {
      break;
    }
  }
  return words.slice(i);
}

function isKeptFile(name: string): boolean {
  return !name.startsWith('/dev/');
}

function asKind(strength: Strength): StepKind {
  return strength === 'housekeeping' ? 'edit' : strength;
}

function strengthOf(kind: string): Strength | null {
  return STRENGTH.find((s) => s === kind) ?? null;
}

function toolRule(kind: string): StepKind | 'command' | 'subcommand' {
  if (kind === 'command' || kind === 'subcommand') return kind;
  return asKind(strengthOf(kind) ?? 'other');
}

function parseRecord(args: unknown): unknown {
  if (typeof args !== 'string') return null;
  try {
    return JSON.parse(args);
  } catch {
    return null;
  }
}
