import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { CLAIM_SCHEMA } from '../claims';
import { ATTEMPT_SCHEMA, SCORE_FILE_SCHEMA, STORED_SCORE_SCHEMA } from '../indexTables';
import * as schemas from '../partSchemas';
import { MAGIC } from './segmentLayout';

/** Set by the build: hash of the sources whose change may change what an index says. Absent when they run unbundled. */
declare const RESTART_LENS_READERS: string | undefined;

/**
 * What segments are tied to: their layout, the schemas of their tables, and the sources of readers and join as they were
 * built. Another reader or schema is another version. Null where nothing is kept: sources that run unbundled may change at any
 * time, and a machine that writes its numbers the other way round could not use the arrays.
 */
export function cacheVersion(): string | null {
  if (typeof RESTART_LENS_READERS === 'undefined') return null;
  return versionOf(RESTART_LENS_READERS);
}

/** The version for sources of that hash; null on a big-endian machine. */
export function versionOf(sources: string): string | null {
  if (endianness() !== 'LE') return null;
  const tables = [CLAIM_SCHEMA, ATTEMPT_SCHEMA, SCORE_FILE_SCHEMA, STORED_SCORE_SCHEMA, ...Object.values(schemas)];
  return createHash('sha256').update(JSON.stringify([MAGIC, sources, tables])).digest('hex').slice(0, 16);
}
