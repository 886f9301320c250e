// What run_metadata.json and tb.lock say about a run.

import type { PartSink, SourceFile } from '../contract';
import type { RuntimeFields } from '../../model/attempt';
import { providerOfModel } from '../shared/attemptParts';
import { asRecord, getField, getNumber, getRecord, getText } from '../shared/fields';
import type { JsonRecord } from '../shared/fields';
import { hashValue } from '../shared/hash';
import { nameOf } from '../shared/paths';
import { readFields } from '../shared/readFields';
import type { RunFacts } from './trialRow';

/** Arguments of the harness and of the run, which do not change what the agent is. */
const NOT_CONFIGURATION = new Set(['no_rebuild', 'cleanup', 'model_name', 'model']);

/** Reads the description of a run and hands it on as a run part. The metadata goes before the lock. */
export function readRunFacts(runFolder: string, metadataFiles: readonly SourceFile[], lockFiles: readonly SourceFile[], sink: PartSink): RunFacts {
  const metadata = readDescription(metadataFiles, ['run_id', 'agent_name', 'model_name', 'agent_kwargs'], sink);
  const lock = readDescription(lockFiles, ['agent', 'run_config'], sink);
  const agent = getRecord(lock, 'agent');
  const settings = getRecord(lock, 'run_config');
  const seconds = getNumber(settings, 'global_agent_timeout_sec');
  const model = getText(metadata, 'model_name') ?? getText(agent, 'model_name');
  const runtime: RuntimeFields = {
    agent: getText(metadata, 'agent_name') ?? getText(agent, 'name'),
    agentVersion: null,
    model,
    provider: providerOfModel(model),
    config: hashConfiguration(metadata, agent, settings),
  };
  const [file] = [...metadataFiles, ...lockFiles];
  if (file !== undefined) {
    const known = Object.fromEntries(Object.entries(runtime).filter(([, value]) => value !== null));
    sink.run({ file: file.path, runFolder, kind: 'metadata', tasks: new Map(), runtime: known, cohort: null });
  }
  return {
    runId: getText(metadata, 'run_id') ?? (nameOf(runFolder) || null),
    runtime,
    limits: { calls: null, usd: null, seconds: seconds !== null && seconds > 0 ? seconds : null },
  };
}

function readDescription(files: readonly SourceFile[], keys: readonly string[], sink: PartSink): JsonRecord {
  let values: JsonRecord = {};
  for (const file of files) {
    const fields = readFields(file, keys.map((key) => [key]), sink);
    const shown = fields.scan.isComplete ? 1 : 0;
    sink.file({ file: file.path, format: 'run-summary', records: 1, shown, folded: 0, unreadable: 1 - shown });
    values = { ...fields.values, ...values };
  }
  return values;
}

function hashConfiguration(metadata: JsonRecord, agent: JsonRecord | null, settings: JsonRecord | null): string | null {
  const kwargs = { ...asRecord(getField(agent, 'extra_kwargs')), ...asRecord(getField(metadata, 'agent_kwargs')) };
  const multiplier = getNumber(settings, 'global_timeout_multiplier');
  const stated = Object.entries({
    ...kwargs,
    global_agent_timeout_sec: getField(settings, 'global_agent_timeout_sec'),
    global_timeout_multiplier: multiplier === 1 ? null : multiplier,
  }).filter(([key, value]) => value !== null && value !== undefined && !NOT_CONFIGURATION.has(key));
  return stated.length === 0 ? null : hashValue(Object.fromEntries(stated));
}
