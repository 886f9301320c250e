import { writeFileSync } from 'node:fs';
import { makeZip } from '../../test/support/zipText';
import { makeCodeText } from './codeText';
import { ensureData } from './dataFolder';
import { miniDocument } from './miniDocument';
import { chance } from './random';

/** A zip archive in the manner of an Inspect log: this many deflated members under `samples/`, about 200 KB each. */
export function evalLog(samples: number): Promise<string> {
  return ensureData(`log-${samples}.eval`, (target) => {
    const text = makeCodeText();
    const random = chance(19);
    const entries = Array.from({ length: samples }, (_, number) => ({
      name: `samples/task-${number}_epoch_1.json`,
      content: miniDocument(text, random, { number, bytes: 60_000 + random.below(280_000), indent: 0, ascii: false }),
    }));
    writeFileSync(target, makeZip(entries));
  });
}
