import type { CodeText } from './codeText';
import type { Chance } from './random';

export interface MiniDocumentOptions {
  /** Number of the document: names its task (500 of them) and its time. */
  readonly number: number;
  /** Bytes after which no further step begins. */
  readonly bytes: number;
  /** Spaces of indentation; 0: everything in one line. */
  readonly indent: number;
  /** Escape everything beyond ASCII, as most writers do. */
  readonly ascii: boolean;
}

/** A made-up trajectory in the shape of mini-swe-agent 1 (`trajectory_format` "mini-swe-agent-1"), as JSON text. */
export function miniDocument(text: CodeText, random: Chance, options: MiniDocumentOptions): string {
  const { number, bytes, indent } = options;
  const blocks = options.ascii ? text.ascii : text.plain;
  const block = (): string => random.pick(blocks);
  // Texts stand in the pool as the inside of a JSON string; a raw value keeps them from being escaped again.
  const messages: string[] = [message('system', `${block()}\\n\\n${block()}\\n\\n${block()}`, ''), message('user', `${block()}\\n<pr_description>${block()}`, '')];
  let size = messages.join('').length;
  let calls = 0;
  let time = 1_730_000_000 + number * 1000;
  while (size < bytes) {
    time += 1 + random.unit() * 30;
    calls++;
    const input = 1000 + Math.floor(size / 4);
    const output = 50 + random.below(600);
    const command = block().slice(0, 300 + random.below(500)).replace(/\\+[^\\]{0,5}$/, '');
    const usage = `{"prompt_tokens": ${input}, "completion_tokens": ${output}, "total_tokens": ${input + output}}`;
    const response = `{"id": "chatcmpl-${random.below(1e9)}", "model": "m-4.5", "usage": ${usage}}`;
    const action = message('assistant', `THOUGHT: ${random.pick(text.words)} ${random.pick(text.words)}\\n\\n\`\`\`bash\\n${command}\\n\`\`\``, `"timestamp": ${time.toFixed(3)}, "extra": {"response": ${response}, "cost": ${(input * 3e-6 + output * 1.5e-5).toFixed(6)}}`);
    const printed = Array.from({ length: 1 + random.below(4) }, block).join('\\n');
    const answer = message('user', `<returncode>${random.unit() < 0.8 ? 0 : 1}</returncode>\\n<output>\\n${printed}\\n</output>`, `"timestamp": ${(time + 0.5).toFixed(3)}`);
    messages.push(action, answer);
    size += action.length + answer.length;
  }
  const info = `{"exit_status": "${random.unit() < 0.8 ? 'Submitted' : 'LimitsExceeded'}", "submission": "${block()}", "model_stats": {"instance_cost": ${(calls * 0.01).toFixed(5)}, "api_calls": ${calls}}, "config": {"agent": {"step_limit": 250}}, "mini_version": "1.17.3"}`;
  const separator = indent > 0 ? `,\n${' '.repeat(2 * indent)}` : ', ';
  const edge = indent > 0 ? `\n${' '.repeat(indent)}` : '';
  return `{${edge}"info": ${info},${edge}"messages": [${messages.join(separator)}],${edge}"trajectory_format": "mini-swe-agent-1",${edge}"instance_id": "proj${number % 500}__issue-${1000 + (number % 500)}"${indent > 0 ? '\n' : ''}}`;
}

/** `content` is the inside of a JSON string, `more` further members or nothing. */
function message(role: string, content: string, more: string): string {
  return `{"role": "${role}", "content": "${content}"${more === '' ? '' : `, ${more}`}}`;
}
