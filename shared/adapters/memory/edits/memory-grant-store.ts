import { isDeepStrictEqual } from 'node:util';
import { StaleRecordError, type GrantKey, type GrantStore } from '../../../application/edits/ports.ts';
import { formatStoredGrant, holdsGrant, readStoredGrant } from '../../../contracts/records/grant.ts';
import { foundRow, grantVersions, versionOfGrant } from '../../../contracts/records/versions/record-versions.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { MemoryJournal } from '../runs/memory-journal.ts';
import { memoryAdopt, memoryRecordVersions } from './memory-record-versions.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

type Row = Readonly<Record<string, unknown>>;

/** Top-ups and exemptions in memory, as plain rows that can be edited directly too. */
export interface MemoryGrantStore extends GrantStore {
  /** Writes a row as somebody with the tools of the table would: unchecked. */
  writeByHand(row: Row & { readonly kind: string; readonly id: string }): void;
  /** Removes a row in the same way. */
  removeByHand(key: GrantKey): void;
}

/** Top-ups and exemptions in memory, with the semantics of `dynamoGrantStore`. */
export function memoryGrantStore(journal: MemoryJournal): MemoryGrantStore {
  const rows = new Map<string, Row>();
  const versions = memoryRecordVersions(grantVersions);

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
    async find(key) {
      const last = versions.last(key);
      return { row: foundRow(grantVersions, rows.get(keyText(key))), ...(last !== undefined && { last }) };
    },
    async put(grant, entry) {
      const key = keyText(grant);
      const version = versionOfGrant(grant, entry);
      const row = rows.get(key);
      const written = journal.find(entry);
      if (isDeepStrictEqual(written, storedCopy(entry)) || holdsGrant(row, grant)) {
        return;
      }
      if ((row?.['version'] ?? 0) !== grant.version - 1 || versions.has(grant, version)) {
        throw staleAt(grant, grant.version - 1);
      }
      invariant(written === undefined, 'two journal entries never share an id');
      journal.record(entry);
      versions.add(grant, version);
      rows.set(key, storedCopy(formatStoredGrant(grant)));
    },
    listVersions: async () => versions.list(),
    adopt: memoryAdopt({
      rows,
      versions,
      journal,
      keyText,
      stampOf: ({ version, record }) => ({ version, createdBy: record?.createdBy }),
      stale: staleAt,
    }),
    writeByHand(row) {
      rows.set(`${row.kind} ${row.id}`, structuredClone(row));
    },
    removeByHand(key) {
      rows.delete(keyText(key));
    },
  };
}

function keyText({ kind, id }: GrantKey): string {
  return `${kind} ${id}`;
}

function staleAt({ kind, id }: GrantKey, seenVersion: number): StaleRecordError {
  return new StaleRecordError(`the ${kind} ${id} is no longer at version ${seenVersion}`);
}
