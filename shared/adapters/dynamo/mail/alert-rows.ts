import * as z from 'zod';

import type { PendingNotification } from '../../../application/notifications/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import {
  type ConditionState,
  isSettled,
  leaseOfState,
} from '../../../domain/notifications/conditions/condition-state.ts';
import { leaseOf, type Notification } from '../../../domain/notifications/notification.ts';
import { alertLeases } from '../../../domain/notifications/topics.ts';
import { inChunks } from '../calls/in-chunks.ts';
import { type Write, writeEach } from '../calls/transact.ts';
import { ConditionStateItem, NotificationItem } from '../items/alert-item.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';
import {
  type AlertTable,
  alertIndex,
  entriesAtOnceMax,
  notificationPrefix,
  openMark,
  openMarks,
} from './alert-entries.ts';

const StateEntry = z.object({
  entryId: z.string(),
  /** That of the state: what a run as of an earlier moment is refused by. */
  at: z.string(),
  state: ConditionStateItem,
  open: z.enum(alertLeases.flatMap((lease) => openMarks('state', lease))).optional(),
});

const NotificationEntry = z.object({
  entryId: z.string(),
  at: z.string(),
  notice: NotificationItem,
  mailId: z.string().optional(),
  open: z.enum(alertLeases.flatMap((lease) => openMarks('notice', lease))).optional(),
});

/** The entry of a state, as it is written. */
export function stateEntry(state: ConditionState, table: string): Item {
  const open = isSettled(state) ? {} : { open: openMark('state', leaseOfState(state), state.conditionId) };
  const entry = { entryId: state.conditionId, at: state.asOf, state, ...open };
  return checkItem(StateEntry, entry, { table, key: state.conditionId });
}

/** The entry of a notification that is pending, as it is written. */
export function notificationEntry(notification: Notification, table: string): Item {
  const entryId = `${notificationPrefix}${notification.notificationId}`;
  const open = openMark('notice', leaseOf(notification), entryId);
  return checkItem(
    NotificationEntry,
    { entryId, at: notification.at, notice: notification, open },
    { table, key: entryId },
  );
}

/** The states that entries hold. */
export function statesIn(items: readonly Item[], table: string): readonly ConditionState[] {
  return items.map((item) => entryIn(StateEntry, item, table).state);
}

/** The notifications that entries hold and that are pending still. */
export function pendingIn(items: readonly Item[], table: string): readonly PendingNotification[] {
  return items
    .map((item) => entryIn(NotificationEntry, item, table))
    .filter(({ open }) => open !== undefined)
    .map(({ notice: notification, mailId }) => (mailId === undefined ? { notification } : { notification, mailId }));
}

function entryIn<T>(schema: z.ZodType<T>, item: Item, table: string): T {
  return readItem(schema, item, { table, key: String(item['entryId']) });
}

/** Writes entries unless they are there already; a refusal is no error. */
export async function putNew<T>(entries: AlertTable, values: readonly T[], entryOf: (value: T) => Item): Promise<void> {
  await putSome(entries, values, (value) => ({
    Item: entryOf(value),
    ConditionExpression: 'attribute_not_exists(entryId)',
  }));
}

/** Writes entries unless later ones are stored; a refusal is no error. */
export async function putUnlessNewer<T>(
  entries: AlertTable,
  values: readonly T[],
  entryOf: (value: T) => Item,
): Promise<void> {
  await putSome(entries, values, (value) => {
    const Item = entryOf(value);
    return {
      Item,
      ConditionExpression: 'attribute_not_exists(entryId) OR #at <= :at',
      ExpressionAttributeNames: { '#at': alertIndex.sortKey },
      ExpressionAttributeValues: { ':at': Item[alertIndex.sortKey] },
    };
  });
}

async function putSome<T>(
  { dynamo, table, backoff }: AlertTable,
  values: readonly T[],
  putOf: (value: T) => Omit<NonNullable<Write['Put']>, 'TableName'>,
): Promise<void> {
  for (const some of inChunks(values, entriesAtOnceMax)) {
    const puts = some.map((value) => ({ Put: { TableName: table, ...putOf(value) } }));
    await writeEach(dynamo, puts, backoff);
  }
}

/** Sets the mails of entries that are in the index of what is open; a refusal is no error. */
export async function setMails(
  { dynamo, table, backoff }: AlertTable,
  choices: readonly { readonly entryId: string; readonly mailId: string }[],
): Promise<void> {
  const updates = choices.map(({ entryId, mailId }) => ({
    Update: {
      TableName: table,
      Key: { entryId },
      UpdateExpression: 'SET mailId = :mailId',
      ConditionExpression: 'attribute_exists(#open)',
      ExpressionAttributeNames: { '#open': alertIndex.partitionKey },
      ExpressionAttributeValues: { ':mailId': mailId },
    },
  }));
  await writeEach(dynamo, updates, backoff);
}

/** Takes entries out of the index of what is open. */
export async function closeAll({ dynamo, table, backoff }: AlertTable, entryIds: readonly string[]): Promise<void> {
  const updates = entryIds.map((entryId) => ({
    Update: {
      TableName: table,
      Key: { entryId },
      UpdateExpression: 'REMOVE #open',
      ConditionExpression: 'attribute_exists(entryId)',
      ExpressionAttributeNames: { '#open': alertIndex.partitionKey },
    },
  }));
  const refused = await writeEach(dynamo, updates, backoff);
  invariant(refused.length === 0, 'a notification is pending before it is settled');
}
