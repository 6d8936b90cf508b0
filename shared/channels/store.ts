import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';

import { storedRecords } from '../kernel/records/contract/versions/stored-record.ts';
import { termsIn } from '../kernel/records/diff-records.ts';
import { itemsUnder, queryAll } from '../kernel/store/read-pages.ts';
import { channelKind, type ChannelTerms } from './channel.ts';
import { channelRecord } from './contract/channel.ts';
import type { SealedConnections } from './ports.ts';

/** The channels of the organization, for a run that notifies them; by name. One that cannot be read is left out. */
export async function listChannels(dynamo: DynamoDBDocumentClient, table: string): Promise<readonly ChannelTerms[]> {
  const items = await queryAll(dynamo, itemsUnder(table, { recordKind: channelKind.name }));
  return items.flatMap(({ recordKind: _kind, recordKey: _key, ...row }) => {
    const read = storedRecords(channelRecord).read(row);
    return read.kind === 'record' ? [termsIn<ChannelTerms>(read.record)] : [];
  });
}

/** Beside the channels, which people read. */
const recordKind = 'channel-connection';

export function dynamoSealedConnections(dynamo: DynamoDBDocumentClient, TableName: string): SealedConnections {
  return {
    async list() {
      const items = await queryAll(dynamo, itemsUnder(TableName, { recordKind }));
      return new Map(items.map(({ recordKey, sealed }) => [String(recordKey), String(sealed)]));
    },
    async put(recordKey, sealed) {
      if (sealed === undefined) {
        await dynamo.send(new DeleteCommand({ TableName, Key: { recordKind, recordKey } }));
      } else {
        await dynamo.send(new PutCommand({ TableName, Item: { recordKind, recordKey, sealed } }));
      }
    },
  };
}
