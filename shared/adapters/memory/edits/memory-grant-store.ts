import { isDeepStrictEqual } from 'node:util';
import { StaleRecordError, type GrantStore } from '../../../application/edits/ports.ts';
import { formatStoredGrant, holdsGrant, readStoredGrant } from '../../../contracts/records/grant.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

type Row = Readonly<Record<string, unknown>>;

/** Top-ups and exemptions in memory, as plain rows that can be edited directly too. */
export interface MemoryGrantStore extends GrantStore {
  /** Writes a row as somebody with the tools of the table would: unchecked. */
  writeByHand(row: Row & { readonly kind: string; readonly id: string }): void;
}

/** Top-ups and exemptions in memory, with the semantics of `dynamoGrantStore`. */
export function memoryGrantStore(journal: MemoryJournal): MemoryGrantStore {
  const rows = new Map<string, Row>();

  return {
    async list() {
      const read = sortedBy(rows, ([key]) => key)
        .filter(([, { kind }]) => kind === 'top-up' || kind === 'exemption')
        .map(([, row]) => readStoredGrant(storedCopy(row)));
      return {
        grants: read.flatMap((one) => (one.kind === 'grant' ? [one.grant] : [])),
        invalid: read.flatMap((one) => (one.kind === 'invalid' ? [one.invalid] : [])),
      };
    },
    async put(grant, entry) {
      const key = `${grant.kind} ${grant.id}`;
      const row = rows.get(key);
      const written = journal.find(entry);
      if (isDeepStrictEqual(written, storedCopy(entry)) || holdsGrant(row, grant)) {
        return;
      }
      if ((row?.['version'] ?? 0) !== grant.version - 1) {
        throw new StaleRecordError(`the ${grant.kind} ${grant.id} is no longer at version ${grant.version - 1}`);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      rows.set(key, storedCopy(formatStoredGrant(grant)));
    },
    writeByHand(row) {
      rows.set(`${row.kind} ${row.id}`, structuredClone(row));
    },
  };
}
