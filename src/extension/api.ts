import type { AuditResult, IndexResult } from '../model/results';
import { indexResult } from '../index/indexResult';
import type { Session } from './session';

/** What other extensions get: the answers of `index --json` and `audit --json`, for the workspace. Stable. */
export interface RestartLensApi {
  readonly apiVersion: 1;
  /** Reads the workspace when nobody has. Null: no folder is open, or reading was cancelled or failed. */
  index(): Promise<IndexResult | null>;
  /** Null where there is no audit: nothing can be counted, a budget has to be chosen, or the plan is refused. */
  audit(): Promise<AuditResult | null>;
}

export function createApi(session: Session): RestartLensApi {
  return {
    apiVersion: 1,
    index: async () => {
      const index = await session.ensureIndex();
      return index === null ? null : indexResult(index);
    },
    audit: async () => {
      await session.ensureIndex();
      return session.audit?.kind === 'audit' ? session.audit.result : null;
    },
  };
}
