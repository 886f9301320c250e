// ATIF, the Agent Trajectory Interchange Format (Source: harbor-framework/harbor, rfcs/0001-trajectory-format.md,
// src/harbor/models/trajectories; versions 1.0 to 1.7, and writers outside Harbor that put a bare "1.4").
//
//   trajectory.json                            trajectory.cont-1.json (the context was summarised in between)
//   trajectory.summarization-1-summary.json    side calls of the summariser: kept apart
//   *.traces.json                              exports for training: they repeat a trial and are none
//
// One model call is one `agent` step, but: copied context repeats, `llm_call_count` may be 0 or more than 1, and
// converters put tool results into agent, user or system steps of their own. Hence: a call is an agent step with
// metrics, tool calls, reasoning or a model name (every agent step, where none of them exists anywhere), and steps
// that only hold an observation belong to the step before. `final_metrics` is a check: in a continuation it is
// cumulative and includes side calls. Task, outcome and exit are not there; a trial around the file has them.

import type { Claim, FileHead, PartSink, Reader, Source, SourceFile } from '../contract';
import type { StepText } from '../../model/step';
import { countDamaged } from '../shared/countFile';
import { scanJson } from '../shared/jsonSlices';
import { nameOf } from '../shared/paths';
import { problemIn } from '../shared/problems';
import { recogniseMember } from './claim';
import type { AtifMember } from './claim';
import { readAtifFile } from './readFile';
import type { AtifFile } from './readFile';
import { showAtifStep } from './stepText';
import { readTrajectory } from './trajectory';

const HEAD_BYTES = 4096;

export const atifReader: Reader = {
  name: 'atif',

  claim(head: FileHead): Claim | null {
    const member = recogniseMember(head);
    return member === null ? null : { certainty: 'certain', source: member.stem };
  },

  read(source: Source, sink: PartSink): void {
    sink.checkCancelled();
    const files: AtifFile[] = [];
    for (const file of source.files) {
      const member = recogniseMember({ path: file.path, name: nameOf(file.path), size: file.size, head: file.read(0, HEAD_BYTES) });
      if (member === null) countDamaged(file, 'atif', 'an ATIF trajectory', sink);
      else if (member.kind === 'export') countExport(file, sink);
      else files.push(readAtifFile(file, member, sink));
    }
    const own = files.filter((file) => file.member.kind !== 'side').sort((a, b) => order(a.member) - order(b.member));
    readTrajectory(own, files.filter((file) => file.member.kind === 'side'), sink);
  },

  stepText(step, bytes): StepText {
    return showAtifStep(step, bytes);
  },
};

/** The main file first, then continuations by number. */
function order(member: AtifMember): number {
  return member.kind === 'main' ? -1 : member.part;
}

function countExport(file: SourceFile, sink: PartSink): void {
  let folded = 0;
  const scan = scanJson(file.chunks(), { want: [['*']] }, () => {
    sink.checkCancelled();
    folded++;
  });
  for (const issue of scan.issues) sink.problem(problemIn(file.path, issue));
  const unreadable = scan.skipped + (scan.unfinished.length > 0 ? 1 : 0);
  sink.file({ file: file.path, format: 'run-summary', records: folded + unreadable, shown: 0, folded, unreadable });
}
