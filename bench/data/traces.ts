import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { makeCodeText } from './codeText';
import { ensureData } from './dataFolder';
import { miniDocument } from './miniDocument';
import { chance } from './random';

/** Bytes that are collected before they are written. */
const WRITE_BYTES = 32 * 1024 * 1024;

/** A folder of trajectories, one a file, half of them indented and in ASCII; about 200 KB each. */
export function documentFolder(count: number): Promise<string> {
  return ensureData(`documents-${count}`, (target) => {
    mkdirSync(target, { recursive: true });
    const text = makeCodeText();
    const random = chance(11);
    for (let number = 0; number < count; number++) {
      const isAscii = number % 2 === 0;
      const document = miniDocument(text, random, { number, bytes: 60_000 + random.below(280_000), indent: isAscii ? 2 : 0, ascii: isAscii });
      writeFileSync(path.join(target, `t${String(number).padStart(6, '0')}.traj.json`), document);
    }
  });
}

/** A JSONL file with one trajectory a line, about 100 KB each. */
export function traceLines(count: number): Promise<string> {
  return ensureData(`lines-${count}.jsonl`, (target) => {
    const text = makeCodeText();
    const random = chance(13);
    const handle = openSync(target, 'w');
    let waiting: Buffer[] = [];
    let bytes = 0;
    const flush = (): void => {
      for (const line of waiting) writeSync(handle, line);
      waiting = [];
      bytes = 0;
    };
    for (let number = 0; number < count; number++) {
      const line = Buffer.from(`${miniDocument(text, random, { number, bytes: 40_000 + random.below(110_000), indent: 0, ascii: false })}\n`);
      waiting.push(line);
      bytes += line.length;
      if (bytes > WRITE_BYTES) flush();
    }
    flush();
    closeSync(handle);
  });
}
