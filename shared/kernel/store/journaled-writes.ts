import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import type { JournalEntry } from '../../journal/journal-entry.ts';
import { journalEntry, journalKey, journalPut } from '../../journal/store/journal-item.ts';
import { isSameStored } from '../contract/stored-copy.ts';
import { invariant } from '../invariant.ts';
import { StaleRecordError } from '../records/ports.ts';
import type { Backoff } from './backoff.ts';
import { findItem } from './one-item.ts';
import type { Item } from './stored-item.ts';
import { transact, type Write } from './transact.ts';

interface JournaledWrites {
  /** False when a condition fails, perhaps because of an earlier attempt of this call. */
  write(writes: readonly Write[], entry: JournalEntry): Promise<boolean>;
  /** The same for one row. Repeating an edit is a no-op. Throws StaleRecordError. */
  edit(
    writes: readonly Write[],
    entry: JournalEntry,
    row: {
      readonly table: string;
      readonly key: Item;
      readonly isMade: (row: Item | undefined) => boolean;
      readonly isAsSeen: (row: Item | undefined) => boolean;
      readonly stale: string;
    },
  ): Promise<void>;
  isWritten(entry: JournalEntry): Promise<'as-own' | 'otherwise' | 'not'>;
}

export function journaledWrites(dynamo: DynamoDBDocumentClient, journal: string, backoff: Backoff): JournaledWrites {
  async function write(writes: readonly Write[], entry: JournalEntry): Promise<boolean> {
    const all = [...writes, journalPut(entry, journal)];
    return (await transact(dynamo, all, backoff)).kind === 'written';
  }

  async function isWritten(entry: JournalEntry): Promise<'as-own' | 'otherwise' | 'not'> {
    const written = await findItem(dynamo, journal, journalKey(entry));
    if (written === undefined) {
      return 'not';
    }
    return isSameStored(journalEntry(written, journal), entry) ? 'as-own' : 'otherwise';
  }

  return {
    write,
    isWritten,
    async edit(writes, entry, { table, key, isMade, isAsSeen, stale }) {
      if (await write(writes, entry)) {
        return;
      }
      // A refused edit may already be made: by an attempt whose answer was lost, or by an earlier run. The entry is
      // read first, so that a concurrent edit of the row cannot make our own look undone.
      const written = await isWritten(entry);
      const row = await findItem(dynamo, table, key);
      if (written === 'as-own' || isMade(row)) {
        return;
      }
      invariant(written === 'not' || !isAsSeen(row), 'two journal entries never share an id');
      throw new StaleRecordError(stale);
    },
  };
}
