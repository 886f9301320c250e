import type { SourceFile } from '../../contract';
import { ContentError } from '../content';
import type { ContainerKind } from '../content';
import { isZip, readDirectory } from './directory';
import type { ZipDirectory } from './entries';
import { openEntry } from './members';

/** Zip archives, Inspect's `.eval` logs among them. */
export const zipKind: ContainerKind = {
  name: 'zip',
  recognise: ({ head }) => isZip(head),
  openMember: async (container, member, options) => {
    const entry = directoryOf(container).entries.get(member);
    if (!entry) throw new ContentError('gone', `${container.path} holds no ${JSON.stringify(member)}.`);
    return openEntry(container, entry, options);
  },
};

const directories = new WeakMap<SourceFile, ZipDirectory>();

/** What an archive holds, read once for an open file. */
export function directoryOf(file: SourceFile): ZipDirectory {
  const known = directories.get(file);
  if (known) return known;
  const made = readDirectory(file);
  directories.set(file, made);
  return made;
}
