// Units as types: a number says what it counts. All are plain numbers at run time.

/** Offset of a byte in a file, from 0. */
export type ByteOffset = number;
/** US dollars. */
export type Usd = number;
/** Language-model tokens. */
export type Tokens = number;
/** Seconds of wall-clock time. */
export type Seconds = number;
/** Milliseconds since the Unix epoch, UTC. */
export type EpochMs = number;
/** A model call, counted from 1. */
export type CallNumber = number;
/** A probability or proportion in [0, 1]. */
export type Probability = number;

/** A half-open range of bytes, `start` included, `end` not. */
export interface ByteRange {
  readonly start: ByteOffset;
  readonly end: ByteOffset;
}
