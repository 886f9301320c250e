import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { contextLine, itemLine, metaLine, output, shellCall, userMessage } from '../../test/support/codexText';
import { makeCodeText } from './codeText';
import { ensureData } from './dataFolder';
import { miniDocument } from './miniDocument';
import { chance } from './random';

/** Names of the files in the folders of `longRollout` and `longDocument`. */
export const ROLLOUT_FILE = 'rollout-2026-01-05T09-00-00-long.jsonl';
export const DOCUMENT_FILE = 'long.traj.json';

const ROLLOUT_STEPS = 25_000;

/** A folder with one rollout of 25,000 calls, of `bytes` bytes. */
export function longRollout(bytes: number): Promise<string> {
  return ensureData(`rollout-${bytes}`, (target) => {
    mkdirSync(target, { recursive: true });
    const text = makeCodeText();
    const random = chance(23);
    const handle = openSync(path.join(target, ROLLOUT_FILE), 'w');
    writeSync(handle, `${[metaLine('long'), contextLine(), itemLine(userMessage('Mend the build.'))].join('\n')}\n`);
    const each = bytes / ROLLOUT_STEPS;
    for (let step = 1; step <= ROLLOUT_STEPS; step++) {
      let printed = '';
      while (printed.length < each) printed += `${random.pick(text.plain)}\n`;
      const id = `c${step}`;
      writeSync(handle, `${itemLine(shellCall(id, `pytest -x tests/test_${step}.py`), step)}\n${itemLine(output(id, printed, step % 5 === 0 ? 1 : 0), step + 0.5)}\n`);
    }
    closeSync(handle);
  });
}

/** A folder with one document of some 25,000 steps, about 2 KB each. */
export function longDocument(): Promise<string> {
  return ensureData('document-25000', (target) => {
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, DOCUMENT_FILE), miniDocument(makeCodeText(), chance(29), { number: 1, bytes: 56_000_000, indent: 2, ascii: false }));
  });
}
