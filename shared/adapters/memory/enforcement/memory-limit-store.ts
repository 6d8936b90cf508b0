import { FencedOffError, type Clock } from '../../../application/runs/ports.ts';
import { highestFence } from '../../../domain/runs/lease.ts';
import type { LimitStore } from '../../../application/enforcement/ports.ts';
import type { LimitRecord } from '../../../domain/limits/limit-record.ts';
import { invariant } from '../../../domain/invariant.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { systemClock } from '../../../runtime/system-clock.ts';
import { storedCopy } from '../stored-copy.ts';

const recordsPerWrite = 100;

/** Limit records in memory, with the semantics of `dynamoLimitStore`: batches of 100, each whole or not at all. */
export function memoryLimitStore(clock: Clock = systemClock): LimitStore {
  const stored = new Map<string, { readonly record: LimitRecord; readonly fence: number }>();

  function putBatch(records: readonly LimitRecord[], fence: number): void {
    const newer = records.find(({ userId }) => {
      const there = stored.get(userId)?.fence ?? fence;
      return there > fence && there <= Math.max(fence, highestFence(clock.now()));
    });
    if (newer !== undefined) {
      throw new FencedOffError(`limits were written by a newer run than that with fence ${fence}`);
    }
    for (const record of records) {
      stored.set(record.userId, { record: storedCopy(record), fence });
    }
  }

  return {
    async list() {
      const records = [...stored.values()].map(({ record }) => record);
      return storedCopy(sortedBy(records, ({ userId }) => userId));
    },
    find: async (userId) => Promise.resolve(storedCopy(stored.get(userId)?.record)),
    async put(records, fence) {
      invariant(Number.isSafeInteger(fence) && fence >= 0, 'a fence is a whole number');
      const userIds = records.map(({ userId }) => userId);
      invariant(new Set(userIds).size === userIds.length, 'no user is twice in one write of limits');
      invariant(!userIds.includes(''), 'a limit record names its user');
      for (let index = 0; index < records.length; index += recordsPerWrite) {
        putBatch(records.slice(index, index + recordsPerWrite), fence);
      }
    },
  };
}
