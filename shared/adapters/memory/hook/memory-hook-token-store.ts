import { isDeepStrictEqual } from 'node:util';
import { StaleRecordError } from '../../../application/edits/ports.ts';
import type { HookTokenStore } from '../../../application/hook/ports.ts';
import type { HookToken } from '../../../domain/hook/hook-token.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { storedCopy } from '../stored-copy.ts';

/** Tokens of the hook in memory, with the semantics of `dynamoHookTokenStore`. */
export function memoryHookTokenStore(journal: MemoryJournal): HookTokenStore {
  const rows = new Map<string, HookToken>();
  return {
    find: async (id) => Promise.resolve(storedCopy(rows.get(id))),
    list: async () => Promise.resolve(storedCopy(sortedBy([...rows.values()], ({ id }) => id))),
    async put(token, entry) {
      const row = rows.get(token.id);
      if (isDeepStrictEqual(row, token)) {
        return Promise.resolve();
      }
      const isAsSeen = token.revokedAt === undefined ? row === undefined : row?.revokedAt === undefined;
      if (!isAsSeen) {
        throw new StaleRecordError('the token was changed by somebody else meanwhile');
      }
      journal.record(entry);
      rows.set(token.id, storedCopy(token));
      return Promise.resolve();
    },
  };
}
