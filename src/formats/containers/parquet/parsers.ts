import type { ParquetParsers } from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';

/** Returned as it is: a page is large, and most of its texts are only copied or passed over. */
const keep = (bytes: Uint8Array | undefined): Uint8Array | undefined => bytes;

/** As the library's own, but that texts stay bytes. */
export const PARSERS: ParquetParsers = { ...DEFAULT_PARSERS, stringFromBytes: keep, jsonFromBytes: keep, geometryFromBytes: keep, geographyFromBytes: keep };

/** For keys of maps, which become names of fields. */
export const KEY_PARSERS: ParquetParsers = { ...PARSERS, stringFromBytes: DEFAULT_PARSERS.stringFromBytes };
