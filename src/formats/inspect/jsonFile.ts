import type { PartSink, SourceFile } from '../contract';
import { FileTally } from '../shared/fileTally';
import { missingSamples, openScale } from './evalFile';
import { readHeader } from './header';
import { mainScore, scaleOf, scoresOf } from './outcome';
import { countRetries, emitSample, retriedSamples, unknownEvents } from './samplePart';
import { scanSamples } from './scanSamples';

const ROOT = ['version', 'status', 'eval', 'plan', 'results'].map((key) => [key]);

/** Reads a log in one JSON document. */
export function readJsonFile(file: SourceFile, sink: PartSink): void {
  const tally = new FileTally(file, sink);
  sink.checkCancelled();
  const { samples, root, scan, problems } = scanSamples(file, { prefix: ['samples', '*'], root: ROOT }, sink);
  const header = readHeader(root);
  tally.tellAll([...scan.issues, ...header.problems, ...problems]);
  const scale = scaleOf([...samples.values()].map(({ facts }) => mainScore(scoresOf(facts), header.scorers)?.value));
  const last = [...samples.keys()].at(-1) ?? -1;
  for (const [index, sample] of samples) {
    const isWhole = scan.isComplete || (scan.cut !== null && index < last);
    tally.shown++;
    emitSample(sample, { header, scale, place: { file: file.path, locator: `samples[${index}]`, isWhole }, sink });
  }
  tally.unreadable += scan.skipped > 0 && samples.size === 0 ? 1 : 0;
  if (header.completed !== null && header.completed > samples.size) tally.tell(missingSamples(header.completed, samples.size));
  const strange = unknownEvents(new Set([...samples.values()].flatMap(({ events }) => [...events.unknown])));
  if (strange !== null) tally.tell(strange);
  const retries = [...samples.values()].reduce((sum, sample) => sum + countRetries(sample), 0);
  if (retries > 0) tally.tell(retriedSamples(retries));
  if (scale.isOpen) tally.tell(openScale());
  tally.finish('inspect');
}
