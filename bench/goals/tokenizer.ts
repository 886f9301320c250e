import { checkMutants, type Verdict } from '../../test/support/jsonMutants';
import { judge, type Goal } from '../goal';

const DOCUMENTS = 1_000_000;
/** Documents between two looks at the clock; the first that is read wrongly ends its portion. */
const PORTION = 10_000;

/** Mutated documents through the scanner, with its kernel and without it, against JSON.parse: nothing may differ, nothing be lost. */
export const tokenizerGoal: Goal = {
  name: 'tokenizer',
  title: 'A million mutated documents, scanned and parsed',
  run: async ({ part }) => {
    const verdicts = new Map<Verdict, number>();
    const faults: string[] = [];
    let documents = 0;
    for (const most = Math.ceil(DOCUMENTS * part); documents < most; documents += PORTION) {
      try {
        for (const [verdict, count] of Object.entries(checkMutants(Math.min(PORTION, most - documents), documents + 1))) verdicts.set(verdict as Verdict, (verdicts.get(verdict as Verdict) ?? 0) + count); // its own keys
      } catch (error) {
        faults.push(error instanceof Error ? error.message.slice(0, 500) : String(error));
      }
    }
    const plain = { goal: null, peer: null, unit: '', note: faults[0] ?? null } as const;
    return {
      measured: [],
      findings: [
        judge({ ...plain, peer: 'JSON.parse', what: 'portions with another value, or a loss without a word', value: faults.length, wanted: { kind: 'most', value: 0 } }),
        ...[...verdicts].map(([verdict, value]) => judge({ ...plain, what: WORDS[verdict], value, wanted: null })),
      ],
    };
  },
};

const WORDS: Readonly<Record<Verdict, string>> = {
  same: 'documents read with the same values',
  refused: 'documents that both refuse',
  'non-finite': 'documents taken for NaN or Infinity, and said',
  'nul-tail': 'documents taken in spite of NUL bytes behind them, and said',
  'replaced-bytes': 'documents with bytes that are no UTF-8, and said',
};
