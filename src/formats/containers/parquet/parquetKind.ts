// A Parquet file as a container: its rows are members, `x.parquet!/rows/17.json`.

import type { SourceFile } from '../../contract';
import { ContentError, memberPath, memoryContent } from '../content';
import type { ContainerKind } from '../content';
import { isParquet, ParquetFault, readFooter } from './footer';
import type { ParquetFooter } from './footer';
import { renderRow } from './renderRow';
import { readRowAt } from './rows';

const MEMBER = /^rows\/(0|[1-9]\d{0,14})\.json$/;

/** Name of a row as a member; `number` from 0. */
export function rowMember(number: number): string {
  return `rows/${number}.json`;
}

export const parquetKind: ContainerKind = {
  name: 'parquet',
  recognise: ({ head }) => isParquet(head),
  openMember: async (container, member) => {
    const number = MEMBER.exec(member)?.[1];
    const missing = (): ContentError => new ContentError('gone', `${container.path} holds no ${JSON.stringify(member)}.`);
    if (number === undefined) throw missing();
    try {
      const row = readRowAt(container, footerOf(container), Number(number));
      if (row === null) throw missing();
      return memoryContent(memberPath(container.path, member), renderRow(row.values));
    } catch (error) {
      if (error instanceof ParquetFault) throw new ContentError(error.code === 'limit' ? 'limit' : 'damaged', error.message, { cause: error });
      throw error;
    }
  },
};

const footers = new WeakMap<SourceFile, ParquetFooter>();

/** The footer, read once for an open file. */
export function footerOf(file: SourceFile): ParquetFooter {
  const known = footers.get(file);
  if (known) return known;
  const made = readFooter(file);
  footers.set(file, made);
  return made;
}
