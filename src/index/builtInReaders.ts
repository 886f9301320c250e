import type { Reader } from '../formats/contract';

/** The product's readers, in their order. They are loaded when they are first asked for: a third of the extension's code is theirs. */
export async function builtInReaders(): Promise<readonly Reader[]> {
  const { READERS } = await import('../formats/readers');
  return READERS;
}
