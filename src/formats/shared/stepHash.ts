// Fingerprints of a step's action and observation, for "the same again". Normalisation takes out
// what differs between two runs of one thing and says nothing about it.

import { cleanBytes } from './cleanBytes';
import { ContentHash, hashBytes } from './hash';
import { takeTextKernel } from './textKernel';
import { findVolatile } from './volatile';
import type { VolatilePart } from './volatile';

/** Longer texts are cut in the middle before normalisation, so that hashing costs little at any size. */
const MAX_TEXT = 262_144;

/**
 * The text of an action without what does not change it: line ends become LF, terminal sequences
 * and hidden characters go, blanks at line ends go, blank ends go. Nothing else, since a
 * number in a command may be the whole difference. Texts over 256 Ki characters keep their first and last 128 Ki.
 */
export function normaliseAction(text: string): string {
  return normalText(text).bytes.toString('utf8');
}

/** As normaliseAction, and volatile parts (`VOLATILE`) become placeholders. */
export function normaliseObservation(text: string): string {
  const pieces: Buffer[] = [];
  forEachPiece(normalText(text), (piece) => pieces.push(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Hash of the normalised action; null for a blank one. */
export function hashAction(text: string): string | null {
  const { bytes } = normalText(text);
  return bytes.length === 0 ? null : hashBytes(bytes);
}

/** Hash of the normalised observation; null when there is none. A blank observation has a hash: it is one. */
export function hashObservation(text: string | null): string | null {
  if (text === null) return null;
  const hash = new ContentHash();
  forEachPiece(normalText(text), (piece) => hash.update(piece));
  return hash.digest();
}

interface NormalText {
  /** Valid until the next text is normalised. */
  readonly bytes: Buffer;
  findVolatile(): readonly VolatilePart[];
}

function normalText(text: string): NormalText {
  const cut = cutMiddle(text);
  const kernel = takeTextKernel();
  if (kernel !== null) return kernel.clean(cut);
  const bytes = cleanBytes(Buffer.from(cut, 'utf8'));
  return { bytes, findVolatile: () => findVolatile(bytes) };
}

/** Visits what lies between volatile parts, and their placeholders. */
function forEachPiece(text: NormalText, visit: (piece: Buffer) => void): void {
  const { bytes } = text;
  let copied = 0;
  for (const { start, end, becomes } of text.findVolatile()) {
    visit(bytes.subarray(copied, start));
    visit(Buffer.from(becomes, 'latin1'));
    copied = end;
  }
  visit(bytes.subarray(copied));
}

function cutMiddle(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT / 2)}\n${text.slice(-MAX_TEXT / 2)}`;
}
