/**
 * A JSON document in pieces: members of the root that are arrays have one element a line, so that big answers are
 * never one string, and two of them can be compared by line.
 */
export function* jsonDocument(value: object): Generator<string> {
  let piece = '{';
  let isFirst = true;
  for (const [key, member] of Object.entries(value)) {
    piece += `${isFirst ? '' : ','}\n${JSON.stringify(key)}: `;
    isFirst = false;
    if (!Array.isArray(member)) {
      piece += JSON.stringify(member);
      continue;
    }
    piece += '[';
    for (const [index, element] of member.entries()) {
      piece += `${index === 0 ? '' : ','}\n${JSON.stringify(element)}`;
      if (piece.length < 65536) continue;
      yield piece;
      piece = '';
    }
    piece += member.length === 0 ? ']' : '\n]';
  }
  yield `${piece}\n}\n`;
}
