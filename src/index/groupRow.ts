import type { Cells, Row } from './columns';
import type { BatchTable } from './partCollector';
import type { GROUP_SCHEMA } from './partSchemas';
import type { GroupName } from './readGroups';
import type { GroupPause } from './resume';

export interface GroupFacts {
  readonly name: GroupName;
  readonly isWhole: boolean;
  /** Number of this piece of the group. */
  readonly part: number;
  /** First row in each table. */
  readonly start: Readonly<Record<BatchTable, number>>;
  readonly pause: GroupPause | null;
}

export function groupRow({ name, isWhole, part, start, pause }: GroupFacts): Row<typeof GROUP_SCHEMA> {
  const kept = pause?.kept;
  return {
    reader: name.reader,
    key: name.key,
    first: name.first,
    isWhole,
    ...start,
    part,
    resumeByte: pause?.point.byte ?? null,
    resumeLine: pause?.point.line ?? null,
    resumeState: pause?.point.state ?? null,
    resumePath: pause?.path ?? null,
    print: pause?.print ?? null,
    keptAttempts: kept?.attempts ?? null,
    keptSteps: kept?.steps ?? null,
    keptOutcomes: kept?.outcomes ?? null,
    keptRuns: kept?.runs ?? null,
    keptScores: kept?.scores ?? null,
    keptProblems: kept?.problems ?? null,
    keptFiles: kept?.files ?? null,
  };
}

/** The pause of a row made by `groupRow`. */
export function groupPause(cell: Cells<typeof GROUP_SCHEMA>): GroupPause | null {
  const byte = cell('resumeByte');
  if (byte === null) return null;
  return {
    point: { byte, line: cell('resumeLine') ?? 1, state: cell('resumeState') ?? '' },
    path: cell('resumePath'),
    print: cell('print') ?? '',
    part: cell('part') ?? 0,
    kept: {
      attempts: cell('keptAttempts') ?? 0,
      steps: cell('keptSteps') ?? 0,
      outcomes: cell('keptOutcomes') ?? 0,
      runs: cell('keptRuns') ?? 0,
      scores: cell('keptScores') ?? 0,
      problems: cell('keptProblems') ?? 0,
      files: cell('keptFiles') ?? 0,
    },
  };
}
