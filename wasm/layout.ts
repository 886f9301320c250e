// Where things lie in the memory of the kernel. All addresses are bytes; JavaScript reads them
// from the exports of the same names, so that they are written down once.

/** Next states of literals, `(state << 8) | byte`, and below them 1 where a literal may end; filled by JavaScript. */
export const LITERALS: usize = 0x1000;
export const LITERAL_ENDS: usize = 0x5000;

/** Kinds of the open containers, one byte each, outermost first. */
export const KINDS: usize = 0x5100;
/** Depth that the tables hold. */
export const MAX_DEPTH: u32 = 1024;

/**
 * Containers that a path leads into, FRAME_BYTES each, outermost first: the node of the path, the
 * node at the current key (0: none), start and end of the current key where no event told it
 * (else 0), the index of the current
 * element, and a bit for each of the node's names that was seen, where lines are walked.
 */
export const FRAMES: usize = 0x6000;
export const FRAME_BYTES: usize = 32;
export const FRAME_NODE: usize = 0;
export const FRAME_AT_KEY: usize = 4;
export const FRAME_KEY_FROM: usize = 8;
export const FRAME_KEY_TO: usize = 12;
export const FRAME_INDEX: usize = 16;
export const FRAME_SEEN: usize = 20;

/** Wanted values that are open, OPEN_BYTES each, outermost first: depth, node, address of the first byte. */
export const OPEN: usize = 0xe000;
export const OPEN_BYTES: usize = 16;
/** Values that the table holds. */
export const MAX_OPEN: u32 = 256;

/** Bytes that are tokenized before they are walked: small, so that the tokens stay in the nearest cache. */
export const WINDOW: u32 = 8192;
/** For each 64 bytes of the window: line breaks before it outside strings (u32), and a mask of those in it (u64). */
export const BREAKS_BEFORE: usize = 0xf100;
export const BREAKS: usize = 0xf400;
/** Address of each token of the window, a u32 each. */
export const TOKENS: usize = 0x10000;

/** Nodes of the paths; JavaScript writes them, see `writeAutomaton`. */
export const AUTOMATON: usize = 0x20000;
export const AUTOMATON_END: usize = 0x30000;
export const NODE_FLAGS: usize = 0;
export const NODE_OTHER: usize = 4;
export const NODE_NAMES: usize = 8;
export const NODE_INDICES: usize = 12;
export const NODE_LIST: usize = 16;
/** Flags of a node; the number of its pattern stands in the bits from the ninth on. */
export const IS_WANTED: u32 = 1;
export const IS_LEAF: u32 = 2;

/** Four u32 each. */
export const EVENTS: usize = 0x30000;
export const EVENTS_END: usize = 0x40000;

/** The bytes to be read, to the end of the memory but for 64 bytes, which a load may touch. */
export const INPUT: usize = 0x40000;
