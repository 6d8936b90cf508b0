import type { ReadingProgress, ReadinessStore } from '../../../application/watchers/readiness/ports.ts';
import { branchKey, type BranchRecord } from '../../../domain/readiness/branch-record.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

/** What is known of branches in memory, with the semantics of `dynamoReadinessStore`. */
export function memoryReadinessStore(): ReadinessStore {
  const records = new Map<string, BranchRecord>();
  let progress: ReadingProgress = { missing: [], withdrawn: [] };

  return {
    list: async () => storedCopy(sortedBy(records, ([key]) => key).map(([, record]) => record)),
    async put(changed) {
      changed.forEach((record) => records.set(branchKey(record), storedCopy(record)));
    },
    async forget(forgotten) {
      forgotten.forEach((record) => records.delete(branchKey(record)));
    },
    progress: async () => storedCopy(progress),
    async putProgress(given) {
      progress = storedCopy(given);
    },
  };
}
