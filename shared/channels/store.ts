import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { storedRecords } from '../kernel/records/contract/versions/stored-record.ts';
import { termsIn } from '../kernel/records/diff-records.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import { channelKind, type ChannelTerms } from './channel.ts';
import { channelRecord } from './contract/channel.ts';

/** The channels of the organization, for a run that notifies them; by name. One that cannot be read is left out. */
export async function listChannels(dynamo: DynamoDBDocumentClient, table: string): Promise<readonly ChannelTerms[]> {
  const items = await queryAll(dynamo, itemsUnder(table, { recordKind: channelKind.name }));
  return items.flatMap(({ recordKind: _kind, recordKey: _key, ...row }) => {
    const read = storedRecords(channelRecord).read(row);
    return read.kind === 'record' ? [termsIn<ChannelTerms>(read.record)] : [];
  });
}
