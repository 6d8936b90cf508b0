import { isDeepStrictEqual } from 'node:util';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { StaleRecordError } from '../../../application/edits/ports.ts';
import type { ControlsTable } from './controls-document.ts';
import { isMade } from '../calls/is-made.ts';
import { queryPart } from '../calls/read-pages.ts';
import type { Item } from '../items/stored-item.ts';

interface EntryKey {
  readonly part: string;
  readonly id: string;
}

/** One entry of the controls table. */
export async function findEntry({ dynamo, table }: ControlsTable, { part, id }: EntryKey): Promise<Item | undefined> {
  const { Item } = await dynamo.send(new GetCommand({ TableName: table, Key: { part, id }, ConsistentRead: true }));
  return Item;
}

/** All entries of one kind, by id. */
export async function listEntries({ dynamo, table }: ControlsTable, part: string): Promise<readonly Item[]> {
  return queryPart(dynamo, table, part);
}

/**
 * Writes an entry where the version before it stands, and takes one that stands there already as written. Raises
 * StaleRecordError with the message `stale`.
 */
export async function putNextVersion(
  controls: ControlsTable,
  item: Item & EntryKey & { readonly version: number },
  stale: string,
): Promise<void> {
  const { version } = item;
  const put = new PutCommand({
    TableName: controls.table,
    Item: item,
    ConditionExpression: version === 1 ? 'attribute_not_exists(id)' : '#version = :seen',
    ...(version > 1 && {
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':seen': version - 1 },
    }),
  });
  // The refusal may be of an attempt of this very call, after one whose answer was lost.
  const isWritten = await isMade(controls.dynamo.send(put));
  if (!isWritten && !isDeepStrictEqual(await findEntry(controls, item), structuredClone(item))) {
    throw new StaleRecordError(stale);
  }
}
