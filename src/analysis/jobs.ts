import type { Attempt } from '../model/attempt';

/**
 * The job that each attempt belongs to: the nearest file or folder that holds at least two of the attempts. A folder of one run over
 * many tasks is a job, and so is a log that holds many samples; a folder of its own for each attempt is none.
 * Null where there is no such place below the root. Cost: linear in attempts and depth.
 */
export function jobsOf(attempts: readonly Pick<Attempt, 'file'>[]): (attempt: Pick<Attempt, 'file'>) => string | null {
  const files = new Map<string, number>();
  for (const { file } of attempts) files.set(file, (files.get(file) ?? 0) + 1);
  const held = new Map<string, number>();
  for (const [file, count] of files) for (const place of placesOf(file)) held.set(place, (held.get(place) ?? 0) + count);
  const known = new Map<string, string | null>();
  return ({ file }) => {
    const before = known.get(file);
    if (before !== undefined) return before;
    const job = placesOf(file).find((place) => (held.get(place) ?? 0) > 1) ?? null;
    known.set(file, job);
    return job;
  };
}

/** The file, then its folders, innermost first. */
function placesOf(file: string): readonly string[] {
  const places = [file];
  for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) places.push(file.slice(0, end));
  return places;
}
