import { MEMBER_MARK } from '../../src/formats/containers/content';
import { Spool } from '../../src/formats/containers/spool';
import { CONTAINER_KINDS } from '../../src/formats/containerKinds';
import type { Source } from '../../src/formats/contract';
import type { FileRange } from '../../src/model/step';
import type { CollectedParts } from './collectParts';
import { fileHead } from './memorySource';

/** Content of every member that parts name, by content path; of those that cannot be opened, none. */
export async function openMembers(source: Source, parts: CollectedParts): Promise<ReadonlyMap<string, Uint8Array>> {
  const named = new Set<string>(parts.problems.map(({ file }) => file));
  for (const { steps } of parts.attempts) for (const { action, observation } of steps) for (const file of filesOf(action, observation)) named.add(file);
  const contents = new Map<string, Uint8Array>();
  for (const path of named) {
    const mark = path.indexOf(MEMBER_MARK);
    const file = mark < 0 ? undefined : source.files.find((one) => one.path === path.slice(0, mark));
    const kind = file && CONTAINER_KINDS.find((one) => one.recognise(fileHead(file.path, file.read(0, file.size))));
    if (!file || !kind) continue;
    const spool = new Spool();
    const content = await kind.openMember(file, path.slice(mark + MEMBER_MARK.length), { spool }).catch(() => null);
    if (content) contents.set(path, content.read(0, content.size).slice());
    content?.close();
    spool.close();
  }
  return contents;
}

function filesOf(...ranges: readonly (FileRange | null)[]): readonly string[] {
  return ranges.flatMap((range) => (range === null ? [] : [range, ...(range.more ?? [])])).map(({ file }) => file);
}
