import { groupBy } from '../base/groupBy';
import type { RuntimeFields } from './attempt';
import { RUNTIME_FIELDS, type RuntimeField } from './plan';

/**
 * Identity of a runtime under a choice of fields: equal strings, exchangeable attempts.
 * A field that the trace does not state counts as a value of its own.
 */
export function runtimeIdentity(fields: RuntimeFields, key: readonly RuntimeField[] = RUNTIME_FIELDS): string {
  return JSON.stringify(RUNTIME_FIELDS.filter((field) => key.includes(field)).map((field) => fields[field]));
}

/**
 * Readable name of a runtime under a choice of fields, such as
 * "mini-swe-agent 2.2.7 · deepseek/deepseek-chat · config 1f3a9c". Fields that are not known are left
 * out, the config hash is cut to six digits unless `hash` is 'whole'; "unknown runtime" when none is. The provider is named only where the model does not begin with it.
 */
export function runtimeLabel(fields: RuntimeFields, key: readonly RuntimeField[] = RUNTIME_FIELDS, hash: 'short' | 'whole' = 'short'): string {
  const has = (field: RuntimeField): string | null => (key.includes(field) ? fields[field] : null);
  const agent = has('agent');
  const version = has('agentVersion');
  const model = has('model');
  const provider = has('provider');
  const config = has('config');
  const parts = [
    [agent, version].filter((part) => part !== null).join(' '),
    model ?? '',
    provider !== null && !(model ?? '').toLowerCase().startsWith(provider.toLowerCase()) ? `via ${provider}` : '',
    config === null ? '' : `config ${hash === 'short' ? config.slice(0, 6) : config}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'unknown runtime' : parts.join(' · ');
}

/**
 * A name for each runtime, by identity under the key; different runtimes have different names. A name is the label; where
 * two would read alike, the label with the whole hash, and where that is not enough, with the fields in which they differ
 * written out.
 */
export function nameRuntimes(runtimes: Iterable<RuntimeFields>, key: readonly RuntimeField[] = RUNTIME_FIELDS): ReadonlyMap<string, string> {
  const byIdentity = new Map<string, RuntimeFields>();
  for (const fields of runtimes) byIdentity.set(runtimeIdentity(fields, key), fields);
  const names = new Map<string, string>();
  for (const alike of groupBy(byIdentity, ([, fields]) => runtimeLabel(fields, key)).values()) {
    for (const still of groupBy(alike, ([, fields]) => runtimeLabel(fields, key, alike.length > 1 ? 'whole' : 'short'))) {
      const [label, members] = still;
      const different = RUNTIME_FIELDS.filter((field) => key.includes(field) && new Set(members.map(([, fields]) => fields[field])).size > 1);
      const spell = (fields: RuntimeFields): string => different.map((field) => `${field} ${fields[field] === null ? 'unknown' : JSON.stringify(fields[field])}`).join(', ');
      for (const [identity, fields] of members) names.set(identity, different.length === 0 ? label : `${label} · ${spell(fields)}`);
    }
  }
  return names;
}

/** "luna initial": runtime and cohort as one name, as it is printed and as options take it. */
export function groupName({ runtime, cohort }: { readonly runtime: string; readonly cohort: string | null }): string {
  return cohort === null || cohort === '' ? runtime : `${runtime} ${cohort}`;
}
