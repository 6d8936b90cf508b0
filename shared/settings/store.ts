import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { journalPut } from '../journal/store/journal-item.ts';
import { isSameStored } from '../kernel/contract/stored-copy.ts';
import {
  formatSettingsVersion,
  readSettingsVersion,
  settingsPartition,
  StoredVersionRow,
} from '../kernel/records/contract/versions/stored-version.ts';
import type { SettingsVersions } from '../kernel/records/ports.ts';
import { patientBackoff, type Backoff } from '../kernel/store/backoff.ts';
import { historyPut } from '../kernel/store/history-put.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import { transact } from '../kernel/store/transact.ts';

export function dynamoSettingsVersions(
  dynamo: DynamoDBDocumentClient,
  tables: { readonly versions: string; readonly journal: string },
  backoff: Backoff = patientBackoff,
): SettingsVersions {
  const query = itemsUnder(tables.versions, { budget: settingsPartition });

  async function last() {
    const [item] = await queryAll(dynamo, { ...query, ScanIndexForward: false }, 1);
    return item === undefined ? undefined : readSettingsVersion(item);
  }

  return {
    last,
    async list() {
      return (await queryAll(dynamo, query)).flatMap((item) => readSettingsVersion(item) ?? []);
    },
    async add(version, entry) {
      const row = formatSettingsVersion(version);
      const key = `${row.budget} ${row.version}`;
      const put = historyPut({ schema: StoredVersionRow, item: row, table: tables.versions, key });
      const journal = journalPut(entry, tables.journal);
      const outcome = await transact(dynamo, [put, journal], backoff);
      // The refusal may be due to an earlier attempt of this call.
      return outcome.kind === 'written' || isSameStored(await last(), version);
    },
  };
}
