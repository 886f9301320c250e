// The WASM half of the JSON scanner: what JavaScript calls and where it finds things. Compiled by
// `scripts/wasm.mjs` and loaded by `src/formats/shared/jsonKernel.ts`.

export {
  AUTOMATON, AUTOMATON_END, EVENTS, FRAMES, FRAME_BYTES, INPUT, KINDS, LITERALS, LITERAL_ENDS, MAX_DEPTH, MAX_OPEN, OPEN, OPEN_BYTES,
} from './layout';
export { countEvents, getDepth, getExpect, getFrames, getLine, getString, isFull, setLimits, setState, walk, walkLines } from './walk';
export { clean, getCleanStart, nextVolatile } from './text';
