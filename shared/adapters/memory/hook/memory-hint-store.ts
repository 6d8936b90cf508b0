import type { HintStore } from '../../../application/hook/ports.ts';
import { hintKey, lastHints, type Hint } from '../../../domain/hook/hint.ts';
import { storedCopy } from '../stored-copy.ts';

/** Hints in memory, with the semantics of `dynamoHintStore`. */
export function memoryHintStore(): HintStore {
  const stored = new Map<string, Hint>();
  return {
    async record(hints) {
      lastHints(hints).forEach((hint) => stored.set(hintKey(hint), storedCopy(hint)));
      return Promise.resolve();
    },
    async listSince(sinceMs) {
      const wanted = [...stored.values()].filter(({ atMs }) => atMs >= sinceMs);
      return Promise.resolve(storedCopy(lastHints(wanted)));
    },
  };
}
