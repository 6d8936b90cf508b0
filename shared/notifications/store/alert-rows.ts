import * as z from 'zod';

import { inChunks } from '../../kernel/store/batches.ts';
import { checkItem, readItem, storing, type Item } from '../../kernel/store/stored-item.ts';
import { type Write, writeEach } from '../../kernel/store/transact.ts';
import { type ConditionState, isSettled, leaseOfState } from '../conditions/condition-state.ts';
import type { Mute } from '../mute.ts';
import { leaseOf, type Notification } from '../notification.ts';
import type { PendingNotification } from '../ports.ts';
import { alertKinds, alertLeases } from '../topics.ts';
import {
  type AlertTable,
  alertIndex,
  entriesAtOnceMax,
  muteMark,
  mutePrefix,
  notificationPrefix,
  openMark,
  openMarks,
} from './alert-entries.ts';
import { ConditionStateItem, NotificationItem } from './alert-item.ts';

const StateEntry = z.object({
  entryId: z.string(),
  /** The state's moment: refuses a run as of an earlier one. */
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

export function stateEntry(state: ConditionState, table: string): Item {
  const open = isSettled(state) ? {} : { open: openMark('state', leaseOfState(state), state.conditionId) };
  const entry = { entryId: state.conditionId, at: state.asOf, state, ...open };
  return checkItem(StateEntry, entry, { table, key: state.conditionId });
}

export function notificationEntry(notification: Notification, table: string): Item {
  const entryId = `${notificationPrefix}${notification.notificationId}`;
  const open = openMark('notice', leaseOf(notification), entryId);
  return checkItem(
    NotificationEntry,
    { entryId, at: notification.at, notice: notification, open },
    { table, key: entryId },
  );
}

const MuteItem = storing<Mute>()(
  z.object({
    muteId: z.string().min(1),
    kind: z.enum(alertKinds),
    subject: z.string().optional(),
    by: z.string(),
    at: z.string(),
    reason: z.string(),
    until: z.iso.date(),
  }),
);
const MuteEntry = z.object({
  entryId: z.string(),
  at: z.string(),
  mute: MuteItem,
  open: z.literal(muteMark).optional(),
});

export async function putMuteEntry(entries: AlertTable, mute: Mute): Promise<void> {
  await putNew(entries, [mute], () => {
    const entryId = `${mutePrefix}${mute.muteId}`;
    return checkItem(MuteEntry, { entryId, at: mute.at, mute, open: muteMark }, { table: entries.table, key: entryId });
  });
}

/** The entries' mutes that were not ended. */
export function mutesIn(items: readonly Item[], table: string): readonly Mute[] {
  return items
    .map((item) => entryIn(MuteEntry, item, table))
    .filter(({ open }) => open !== undefined)
    .map(({ mute }) => mute);
}

export function statesIn(items: readonly Item[], table: string): readonly ConditionState[] {
  return items.map((item) => entryIn(StateEntry, item, table).state);
}

/** The entries' notifications that are still pending. */
export function pendingIn(items: readonly Item[], table: string): readonly PendingNotification[] {
  return items
    .map((item) => entryIn(NotificationEntry, item, table))
    .filter(({ open }) => open !== undefined)
    .map(({ notice: notification, mailId }) => (mailId === undefined ? { notification } : { notification, mailId }));
}

function entryIn<T>(schema: z.ZodType<T>, item: Item, table: string): T {
  return readItem(schema, item, { table, key: String(item['entryId']) });
}

/** Writes entries unless they exist; a refusal is no error. */
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

/** Sets the mails of open entries; a refusal is no error. */
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

/** Removes entries from the index of open ones; whether all were there. */
export async function closeAll({ dynamo, table, backoff }: AlertTable, entryIds: readonly string[]): Promise<boolean> {
  const updates = entryIds.map((entryId) => ({
    Update: {
      TableName: table,
      Key: { entryId },
      UpdateExpression: 'REMOVE #open',
      ConditionExpression: 'attribute_exists(entryId)',
      ExpressionAttributeNames: { '#open': alertIndex.partitionKey },
    },
  }));
  return (await writeEach(dynamo, updates, backoff)).length === 0;
}
