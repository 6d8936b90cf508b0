import type { HintStore } from '../../../application/hook/ports.ts';
import { hintKey, lastHints, type Hint } from '../../../domain/hook/hint.ts';
import { storedCopy } from '../stored-copy.ts';

/** Hints in memory, with the semantics of `dynamoHintStore`. */
export function memoryHintStore(): HintStore {
  const stored = new Map<string, Hint>();
  const starts = new Map<string, number>();
  return {
    async record(hints) {
      lastHints(hints).forEach((hint) => stored.set(hintKey(hint), storedCopy(hint)));
      return Promise.resolve();
    },
    async listSince(sinceMs) {
      const wanted = [...stored.values()].filter(({ atMs }) => atMs >= sinceMs);
      return Promise.resolve(storedCopy(lastHints(wanted)));
    },
    async claimStart(job, { nowMs, everyMs }) {
      const isFree = (starts.get(job) ?? -Infinity) <= nowMs - everyMs;
      if (isFree) {
        starts.set(job, nowMs);
      }
      return Promise.resolve(isFree);
    },
  };
}
