import { editOfGrant } from '../grants/grant.ts';
import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import { isSameStored, storedCopy } from '../kernel/contract/stored-copy.ts';
import { invariant } from '../kernel/invariant.ts';
import { StaleRecordError, type GrantStore } from '../kernel/records/ports.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { RequestStore } from './ports.ts';
import { monthOfRequest, type CreditRequest } from './request.ts';

/** `dynamoRequestStore` in memory. */
export function memoryRequestStore(journal: MemoryJournal, grants: GrantStore): RequestStore {
  const rows = new Map<string, CreditRequest>();
  const told = new Map<string, string>();
  const listed = (months: readonly string[]) =>
    sortedBy([...rows.values()], ({ id }) => id).filter(({ id }) => months.includes(monthOfRequest(id)));

  return {
    find: async (id) => Promise.resolve(storedCopy(rows.get(id))),
    list: async (months) => Promise.resolve(storedCopy(listed(months))),
    async put(request, entry, given) {
      const row = rows.get(request.id);
      const written = journal.find(entry);
      if (isSameStored(written, entry) || isSameStored(row, request)) {
        return;
      }
      if ((row?.version ?? 0) !== request.version - 1) {
        throw new StaleRecordError(`the request ${request.id} is no longer at version ${request.version - 1}`);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      if (given !== undefined) {
        await grants.edit(editOfGrant(given.topUp, given.entry), given.entry);
      }
      journal.record(entry);
      rows.set(request.id, storedCopy(request));
    },
    listNotified: async (months) =>
      Promise.resolve(
        listed(months).map((request) => {
          const news = told.get(request.id);
          return { request: storedCopy(request), told: news };
        }),
      ),
    async markNotified({ id, version }, news) {
      if (rows.get(id)?.version === version) {
        told.set(id, news);
      }
      return Promise.resolve();
    },
  };
}
