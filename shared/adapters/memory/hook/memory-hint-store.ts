import type { HintStore } from '../../../application/hook/ports.ts';
import { hintKey, lastHints, type Hint, type Visit } from '../../../domain/hook/hint.ts';
import { dayOf } from '../../../domain/time/day.ts';
import { storedCopy } from '../stored-copy.ts';

/** Hints in memory, with the semantics of `dynamoHintStore`. */
export function memoryHintStore(): HintStore {
  const stored = new Map<string, Hint>();
  const visits = new Map<string, Visit>();
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
    async recordVisit(visit) {
      visits.set(`${dayOf(visit.atMs)} ${visit.person}`, storedCopy(visit));
      return Promise.resolve();
    },
    async listVisitsSince(sinceMs) {
      const since = dayOf(sinceMs);
      return Promise.resolve([...visits.values()].filter(({ atMs }) => dayOf(atMs) >= since).map(storedCopy));
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
