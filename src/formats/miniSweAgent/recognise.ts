import type { Claim, FileHead } from '../contract';
import { isLinesName } from '../shared/detectLines';
import { getField, getPath, getString } from '../shared/fields';
import { scanHead } from '../shared/scanHead';
import type { JsonHead } from '../shared/scanHead';
import { isMiniInfo } from './facts';

const WANT = [['trajectory_format'], ['info', 'mini_version'], ['info', 'model_stats'], ['info', 'exit_status'], ['info', 'submission'], ['info', 'config', 'agent_type']];

/**
 * Claims by content: the format tag, or an `info` object that only this producer writes, with no
 * key of SWE-agent beside it. Version 1 may fill the head with the submission; then the start of
 * `info` and the usual name decide. Other JSON under the usual name is possible, so that a cut or
 * empty file is told. A bare list of messages says nothing about a run of this producer: it is
 * left to the reader of plain messages, and so are lines of which the first does not say who wrote it.
 */
export function claimTrajectory(head: FileHead): Claim | null {
  const claim = (certainty: Claim['certainty']): Claim => ({ certainty, source: head.path });
  const isNamed = /\.traj\.json$/i.test(head.name);
  const json = scanHead(head, WANT);
  const tag = getString(json.values, 'trajectory_format');
  if (isLinesName(head.name)) return json.root === 'object' && (tag?.startsWith('mini-swe-agent') === true || isMiniInfo(getField(json.values, 'info'))) ? claim('certain') : null;
  if (tag !== null) return tag.startsWith('mini-swe-agent') ? claim('certain') : null;
  if (json.root === 'object' && ['trajectory', 'history', 'attempts', 'schema_version', 'steps'].some((key) => json.keys.has(key))) return null;
  if (isMiniInfo(getField(json.values, 'info'))) return claim(isNamed || isSure(json) ? 'certain' : 'possible');
  if (isVersionOneStart(json)) return claim(isNamed ? 'certain' : 'possible');
  if (!isNamed) return null;
  if (json.root === 'array') return null;
  if (json.root === 'object') return json.keys.size === 0 || json.keys.has('info') || json.keys.has('messages') ? claim('possible') : null;
  return claim('possible');
}

/** Its version or its class name, not only totals that a fork could share with others. */
function isSure(json: JsonHead): boolean {
  const info = getField(json.values, 'info');
  return getString(info, 'mini_version') !== null || getString(getPath(info, 'config'), 'agent_type') !== null;
}

/** `{"info": {"exit_status": …, "submission": …` and nothing else within the head. */
function isVersionOneStart(json: JsonHead): boolean {
  const info = getField(json.values, 'info');
  return json.keys.size === 1 && json.keys.has('info') && getField(info, 'exit_status') !== undefined;
}
