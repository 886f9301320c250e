/**
 * A JSON document in pieces: members of the root that are arrays have one element a line, so that big answers are
 * never one string, and two of them can be compared by line. Throws an Error that names the field where a number is not finite, which
 * JSON would write as null, as if nothing were known: what is not known is null already.
 */
export function* jsonDocument(value: object): Generator<string> {
  let piece = '{';
  let isFirst = true;
  for (const [key, member] of Object.entries(value)) {
    // As JSON.stringify does.
    if (member === undefined) continue;
    piece += `${isFirst ? '' : ','}\n${JSON.stringify(key)}: `;
    isFirst = false;
    if (!Array.isArray(member)) {
      piece += jsonText(member, key);
      continue;
    }
    piece += '[';
    for (const [index, element] of member.entries()) {
      piece += `${index === 0 ? '' : ','}\n${jsonText(element, `${key}[${index}]`)}`;
      if (piece.length < 65536) continue;
      yield piece;
      piece = '';
    }
    piece += member.length === 0 ? ']' : '\n]';
  }
  yield `${piece}\n}\n`;
}

/** Plain data as JSON; throws where a number is not finite, by its `place`. */
function jsonText(value: unknown, place: string): string {
  refuseNoNumber(value, place);
  return JSON.stringify(value);
}

function refuseNoNumber(value: unknown, place: string): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`The field ${place} is ${value}, which JSON cannot hold; expected a finite number, or null where it is not known.`);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) for (const [index, element] of value.entries()) refuseNoNumber(element, `${place}[${index}]`);
  else for (const [key, member] of Object.entries(value)) refuseNoNumber(member, `${place}.${key}`);
}
