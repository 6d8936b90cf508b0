import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { patientBackoff, type Backoff } from '../../store/backoff.ts';
import { journaledWrites } from '../../store/journaled-writes.ts';
import { findItem } from '../../store/one-item.ts';
import { itemsUnder, queryAll, scanAll } from '../../store/read-pages.ts';
import { rowGone, stampRow, versionedDelete, versionedPut } from '../../store/versioned-writes.ts';
import { isAsSeen } from '../contract/versions/stored-record.ts';
import { StaleRecordError } from '../ports.ts';
import { recordVersions, type RecordVersions } from './record-versions.ts';
import { rowsByKey, staleText, type RowKind, type Rows } from './row-kind.ts';

/** The rows of one kind, each edit with its version and journal entry. */
export function dynamoRows<Key, Terms, Kept, VersionKey>(
  {
    dynamo,
    table,
    journal,
    backoff = patientBackoff,
    ...on
  }: {
    readonly dynamo: DynamoDBDocumentClient;
    readonly table: string;
    readonly journal: string;
    /** The table of versions, or another layout of them. */
    readonly versions: string | RecordVersions<Key, Kept, VersionKey>;
    readonly backoff?: Backoff;
  },
  kind: RowKind<Key, Terms, Kept, VersionKey>,
): Rows<Key, Terms, Kept, VersionKey> {
  const journaled = journaledWrites(dynamo, journal, backoff);
  const versions = typeof on.versions === 'string' ? recordVersions(dynamo, on.versions, kind.versions) : on.versions;
  return {
    async list() {
      const items =
        kind.partitions === undefined
          ? await scanAll(dynamo, { TableName: table, ConsistentRead: true })
          : await Promise.all(kind.partitions.map(async (each) => queryAll(dynamo, itemsUnder(table, each))));
      return rowsByKey(kind, items.flat());
    },
    async find(key) {
      const row = await findItem(dynamo, table, kind.rowKey(key));
      return { row, last: await versions.last(key) };
    },
    last: versions.last,
    listVersions: versions.list,
    async edit(edit, entry) {
      const { seenVersion } = edit;
      const key = kind.rowKey(edit.key);
      const { row, isMade } = kind.made(edit);
      const write =
        row === undefined ? versionedDelete(table, key, { seenVersion }) : versionedPut(table, row, { seenVersion });
      await journaled.edit([write, versions.put(edit.key, kind.versionOf(edit))], entry, {
        table,
        key,
        isMade,
        isAsSeen: (found) => isAsSeen(found, { seenVersion, terms: row }),
        stale: staleText(kind, edit),
      });
    },
    async adopt(edit, entry) {
      const row = { table, key: kind.rowKey(edit.key), seenVersion: edit.seenVersion };
      const write = edit.terms === undefined ? rowGone(row) : stampRow(row, kind.stampOf(edit));
      const isDone = await journaled.write([write, versions.put(edit.key, kind.versionOf(edit))], entry);
      if (!isDone && (await journaled.isWritten(entry)) !== 'as-own') {
        throw new StaleRecordError(staleText(kind, edit));
      }
    },
  };
}
