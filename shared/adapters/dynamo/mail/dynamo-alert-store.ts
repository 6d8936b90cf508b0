import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { AlertStore, PendingNotification } from '../../../application/notifications/ports.ts';
import { leaseOf, type Notification } from '../../../domain/notifications/notification.ts';
import {
  type ConditionState,
  isSettled,
  leaseOfState,
} from '../../../domain/notifications/conditions/condition-state.ts';
import { alertLeases, type AlertLease } from '../../../domain/notifications/topics.ts';
import { invariant } from '../../../domain/invariant.ts';
import { closeAll, listOpen, putNew, putUnlessNewer, readEntries, setMails, type AlertTable } from './alert-entries.ts';
import { ConditionStateItem, NotificationItem } from '../items/alert-item.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { checkItem, readItem, type Item } from '../items/stored-item.ts';

type EntryKind = 'state' | 'notice';

/** An index takes only so many writes a second under one text: what the night leaves open stands under these. */
const nightParts = Array.from({ length: 8 }, (_, index) => index);

/** The texts under which states or notifications stand in the index of what is open. */
function openMarks(kind: EntryKind, lease: AlertLease): readonly string[] {
  // Without a part: as it was before, and when there was one lease.
  return lease === 'limits' ? [kind, ...nightParts.map((part) => `${kind}/limits/${part}`)] : [`${kind}/${lease}`];
}

function openMark(kind: EntryKind, lease: AlertLease, entryId: string): string {
  return lease === 'limits' ? `${kind}/limits/${partOf(entryId)}` : `${kind}/${lease}`;
}

/** Ids that differ by little fall into different parts. */
function partOf(entryId: string): number {
  let sum = 0;
  for (let place = 0; place < entryId.length; place += 1) {
    sum = (sum * 31 + entryId.charCodeAt(place)) % 65_521;
  }
  return sum % nightParts.length;
}

const notificationPrefix = 'notice/';

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

/** The alerts table. Nothing is removed from it: who was notified is not notified again because of it. */
export function dynamoAlertStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): AlertStore {
  const entries: AlertTable = { dynamo, table, backoff };

  return {
    async read(lease, conditionIds) {
      const open = await listOpen(entries, openMarks('state', lease));
      const items = await readEntries(entries, [...open, ...conditionIds]);
      return items.map((item) => entryIn(StateEntry, item, table).state).toSorted(byConditionId);
    },
    async find(conditionIds) {
      const items = await readEntries(entries, conditionIds);
      return items.map((item) => entryIn(StateEntry, item, table).state).toSorted(byConditionId);
    },
    async put(states) {
      invariant(
        new Set(states.map(({ conditionId }) => conditionId)).size === states.length,
        'no condition is put twice',
      );
      await putUnlessNewer(
        entries,
        states.map((state) => stateEntry(state, table)),
      );
    },
    async enqueue(notifications) {
      invariant(
        new Set(notifications.map(({ notificationId }) => notificationId)).size === notifications.length,
        'no notification is enqueued twice',
      );
      // A refusal is a notification that is there already, maybe by an earlier attempt of this very call.
      await putNew(
        entries,
        notifications.map((notification) => notificationEntry(notification, table)),
      );
    },
    async listPending(lease) {
      const items = await readEntries(entries, await listOpen(entries, openMarks('notice', lease)));
      const notifications = items.map((item) => entryIn(NotificationEntry, item, table));
      return notifications
        .filter(({ open }) => open !== undefined)
        .map(pendingIn)
        .toSorted(byNotificationId);
    },
    async assign(choices) {
      await setMails(
        entries,
        choices.map(({ notificationId, mailId }) => ({ entryId: `${notificationPrefix}${notificationId}`, mailId })),
      );
    },
    async settle(notificationIds) {
      await closeAll(
        entries,
        notificationIds.map((notificationId) => `${notificationPrefix}${notificationId}`),
      );
    },
  };
}

function stateEntry(state: ConditionState, table: string): Item {
  const open = isSettled(state) ? {} : { open: openMark('state', leaseOfState(state), state.conditionId) };
  const entry = { entryId: state.conditionId, at: state.asOf, state, ...open };
  return checkItem(StateEntry, entry, { table, key: state.conditionId });
}

function notificationEntry(notification: Notification, table: string): Item {
  const entryId = `${notificationPrefix}${notification.notificationId}`;
  const open = openMark('notice', leaseOf(notification), entryId);
  return checkItem(
    NotificationEntry,
    { entryId, at: notification.at, notice: notification, open },
    { table, key: entryId },
  );
}

function entryIn<T>(schema: z.ZodType<T>, item: Item, table: string): T {
  return readItem(schema, item, { table, key: String(item['entryId']) });
}

function pendingIn({ notice: notification, mailId }: z.output<typeof NotificationEntry>): PendingNotification {
  return mailId === undefined ? { notification } : { notification, mailId };
}

function byConditionId(a: ConditionState, b: ConditionState): number {
  return compare(a.conditionId, b.conditionId);
}

function byNotificationId(a: PendingNotification, b: PendingNotification): number {
  return compare(a.notification.notificationId, b.notification.notificationId);
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
