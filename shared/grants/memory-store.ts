import type { MemoryJournal } from '../journal/store/memory-journal.ts';
import { storedCopy } from '../kernel/contract/stored-copy.ts';
import { grantVersions } from '../kernel/records/contract/versions/record-versions.ts';
import type { TableRow } from '../kernel/records/contract/versions/stored-record.ts';
import { memoryAdopt, memoryEdit, memoryRecordVersions } from '../kernel/records/store/memory-record-versions.ts';
import { StaleRecordError, type GrantKey, type GrantStore } from '../kernel/records/use-cases/ports.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { formatStoredGrant, foundGrant, holdsGrant, readStoredGrant } from './contract/grant.ts';

export interface MemoryGrantStore extends GrantStore {
  /** Writes a row unchecked, like the table's own tools. */
  writeByHand(row: TableRow & { readonly kind: string; readonly id: string }): void;
  removeByHand(key: GrantKey): void;
}

/** `dynamoGrantStore` in memory. */
export function memoryGrantStore(journal: MemoryJournal): MemoryGrantStore {
  const rows = new Map<string, TableRow>();
  const versions = memoryRecordVersions(grantVersions);
  const on = { rows, versions, journal, keyText, stale: staleAt };

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
      return { row: foundGrant(rows.get(keyText(key))), last };
    },
    async edit(edit, entry) {
      const { key, seenVersion, terms } = edit;
      const row = formatStoredGrant(terms);
      const isMade = (found: TableRow | undefined) => holdsGrant(found, terms);
      memoryEdit(on, { key, seenVersion, row, version: edit, isMade }, entry);
    },
    listVersions: async () => versions.list(),
    async adopt(edit, entry) {
      const { key, seenVersion } = edit;
      const stamp = { version: edit.version, createdBy: edit.terms?.createdBy };
      memoryAdopt(on, { key, seenVersion, version: edit, stamp }, entry);
    },
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
