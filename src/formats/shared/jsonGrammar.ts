/** What may come next between the tokens of a JSON document. Numbers, so that the scanner's loop compares integers. */
export const EXPECT = { value: 0, valueOrEnd: 1, key: 2, keyOrEnd: 3, colon: 4, commaOrEnd: 5, nothing: 6 } as const;
export type Expect = (typeof EXPECT)[keyof typeof EXPECT];

/** For people. */
export const EXPECTED: Readonly<Record<Expect, string>> = {
  [EXPECT.value]: 'a JSON value',
  [EXPECT.valueOrEnd]: 'a JSON value or ]',
  [EXPECT.key]: 'a key in double quotes',
  [EXPECT.keyOrEnd]: 'a key in double quotes or }',
  [EXPECT.colon]: 'a colon',
  [EXPECT.commaOrEnd]: 'a comma or the end of the object or array',
  [EXPECT.nothing]: 'the end of the document',
};

/** Kinds of containers on the stack. */
export const OBJECT = 1;
export const ARRAY = 2;
