import type { Reader } from './contract';

/** Every reader, most specific first: of two equal claims on a file the earlier one wins. */
export const READERS: readonly Reader[] = [];
