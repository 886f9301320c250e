import type { ContainerKind } from './containers/content';
import { parquetKind } from './containers/parquet/parquetKind';
import { zipKind } from './containers/zip/zipKind';

/** Kinds of files that have members, most specific first. */
export const CONTAINER_KINDS: readonly ContainerKind[] = [zipKind, parquetKind];
