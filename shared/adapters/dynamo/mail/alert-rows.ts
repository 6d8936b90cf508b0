import * as z from 'zod';

import type { PendingNotification } from '../../../application/notifications/ports.ts';
import {
  type ConditionState,
  isSettled,
  leaseOfState,
} from '../../../domain/notifications/conditions/condition-state.ts';
import { leaseOf, type Notification } from '../../../domain/notifications/notification.ts';
import { alertLeases } from '../../../domain/notifications/topics.ts';
import { ConditionStateItem, NotificationItem } from '../items/alert-item.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';
import { notificationPrefix, openMark, openMarks } from './alert-entries.ts';

const StateEntry = z.object({
  entryId: z.string(),
  /** That of the state: what a run as of an earlier moment is refused by. */
  at: z.string(),
  state: ConditionStateItem,
  open: z.enum(alertLeases.flatMap((lease) => openMarks('state', lease))).exactOptional(),
});

const NotificationEntry = z.object({
  entryId: z.string(),
  at: z.string(),
  notice: NotificationItem,
  mailId: z.string().exactOptional(),
  open: z.enum(alertLeases.flatMap((lease) => openMarks('notice', lease))).exactOptional(),
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
