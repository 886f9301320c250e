// A shell script taken apart far enough to name what it does: simple commands with their words,
// redirections and here-documents. It is no shell: expansions stay as written, and what does not
// parse is taken as words.

/** One command of a script, between operators. */
export interface SimpleCommand {
  /** Words without quotes and redirections. */
  readonly words: readonly string[];
  /** Files that output is redirected to, in order. */
  readonly writes: readonly string[];
  /** Bodies of its here-documents and here-strings. */
  readonly heredocs: readonly string[];
}

/** Longer scripts are looked at this far. */
const MAX_SCRIPT = 65_536;
const MAX_COMMANDS = 500;
/** Characters with a meaning of their own inside a word; `#` has one at the start of a word only. */
const SPECIAL = new Set('\\\'" \t\r\n><&;|()'.split('').map((char) => char.charCodeAt(0)));
/** The same as a table. */
const IS_SPECIAL = Uint8Array.from({ length: 128 }, (_, code) => (SPECIAL.has(code) ? 1 : 0));

interface Draft {
  words: string[];
  writes: string[];
  heredocs: string[];
}

/** The simple commands of a script in order; pipes, `&&`, `||`, `;`, `&`, line breaks and parentheses part them. */
export function splitCommands(script: string): readonly SimpleCommand[] {
  return new ShellReader(script.slice(0, MAX_SCRIPT)).read();
}

class ShellReader {
  private at = 0;
  private readonly commands: Draft[] = [];
  private current: Draft = emptyDraft();
  private word: string | null = null;
  /** Where the next word goes when it is not an argument. */
  private target: 'write' | 'read' | 'heredoc' | 'herestring' | null = null;
  private pending: { end: string; isIndented: boolean; command: Draft }[] = [];
  private isIndented = false;

  constructor(private readonly text: string) {}

  read(): readonly SimpleCommand[] {
    while (this.at < this.text.length && this.commands.length < MAX_COMMANDS) this.readOne();
    this.endCommand();
    return this.commands;
  }

  private readOne(): void {
    const char = this.text[this.at] ?? '';
    if (char === '\\') this.readEscape();
    else if (char === "'") this.readSingleQuotes();
    else if (char === '"') this.readDoubleQuotes();
    else if (char === ' ' || char === '\t' || char === '\r') this.endWordHere();
    else if (char === '\n') this.endLine();
    else if (char === '#' && this.word === null) this.skipComment();
    else if (char === '>') this.readOutput();
    else if (char === '<') this.readInput();
    else if (char === '&' && this.text[this.at + 1] === '>') this.endWordHere();
    else if (';|&()'.includes(char)) this.endCommandHere();
    else this.readPlain();
  }

  /** Everything up to the next character that may mean something. */
  private readPlain(): void {
    const { text, at } = this;
    let end = at + 1;
    while (end < text.length && IS_SPECIAL[text.charCodeAt(end)] !== 1) end++;
    this.add(text.slice(at, end));
    this.at = end;
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  private readEscape(): void {
    const next = this.text[this.at + 1] ?? '';
    if (next !== '\n') this.add(next);
    this.at += 2;
  }

  private readSingleQuotes(): void {
    const end = this.text.indexOf("'", this.at + 1);
    this.add(this.text.slice(this.at + 1, end < 0 ? undefined : end));
    this.at = end < 0 ? this.text.length : end + 1;
  }

  private readDoubleQuotes(): void {
    const { text } = this;
    let from = this.at + 1;
    let part = '';
    let i = from;
    for (; i < text.length && text[i] !== '"'; i++) {
      if (text[i] !== '\\') continue;
      part += text.slice(from, i);
      from = ++i;
    }
    this.add(part + text.slice(from, i));
    this.at = i + 1;
  }

  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  private readOutput(): void {
    // `2>` and the like name a descriptor, which is no word of the command.
    if (this.word !== null && /^\d$/.test(this.word)) this.word = null;
    this.endWord();
    this.at += this.text[this.at + 1] === '>' || this.text[this.at + 1] === '|' ? 2 : 1;
    if (this.text[this.at] === '&') {
      this.at++;
      while (/[\d-]/.test(this.text[this.at] ?? '')) this.at++;
    } else {
      this.target = 'write';
    }
  }

  private readInput(): void {
    this.endWord();
    if (this.text.startsWith('<<<', this.at)) {
      this.target = 'herestring';
      this.at += 3;
    } else if (this.text.startsWith('<<', this.at)) {
      this.target = 'heredoc';
      this.at += 2;
      this.isIndented = this.text[this.at] === '-';
      if (this.isIndented) this.at++;
    } else {
      this.target = 'read';
      this.at++;
    }
  }

  private endWordHere(): void {
    this.endWord();
    this.at++;
  }

  private endCommandHere(): void {
    this.endCommand();
    this.at++;
  }

  private endWord(): void {
    const { word, target } = this;
    if (word === null) return;
    this.word = null;
    this.target = null;
    if (target === null) this.current.words.push(word);
    else if (target === 'write') this.current.writes.push(word);
    else if (target === 'herestring') this.current.heredocs.push(word);
    else if (target === 'heredoc') this.pending.push({ end: word, isIndented: this.isIndented, command: this.current });
  }

  private endCommand(): void {
    this.endWord();
    this.target = null;
    const { current } = this;
    const isUsed = current.words.length + current.writes.length + current.heredocs.length > 0;
    if (isUsed || this.pending.some((p) => p.command === current)) this.commands.push(current);
    this.current = emptyDraft();
  }

  private endLine(): void {
    this.endCommand();
    this.at++;
    for (const { end, isIndented, command } of this.pending) command.heredocs.push(this.readHeredoc(end, isIndented));
    this.pending = [];
  }

  private readHeredoc(end: string, isIndented: boolean): string {
    const lines: string[] = [];
    while (this.at < this.text.length) {
      const stop = this.text.indexOf('\n', this.at);
      const line = this.text.slice(this.at, stop < 0 ? undefined : stop);
      this.at = stop < 0 ? this.text.length : stop + 1;
      if ((isIndented ? line.replace(/^\t+/, '') : line).replace(/\r$/, '') === end) break;
      lines.push(line);
    }
    return lines.join('\n');
  }
}

function emptyDraft(): Draft {
  return { words: [], writes: [], heredocs: [] };
}
