import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AlertStore } from '../../../application/notifications/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import { patientBackoff, type Backoff } from '../calls/backoff.ts';
import { closeAll, listOpen, putNew, putUnlessNewer, readEntries, setMails, type AlertTable } from './alert-entries.ts';
import { notificationPrefix, openMarks } from './alert-marks.ts';

/** Loaded when there is something to read or to write: where nothing is wrong, runs find no entry. */
const rows = async () => import('./alert-rows.ts');

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
      return items.length === 0 ? [] : (await rows()).statesIn(items, table);
    },
    async find(conditionIds) {
      const items = await readEntries(entries, conditionIds);
      return items.length === 0 ? [] : (await rows()).statesIn(items, table);
    },
    async put(states) {
      invariant(
        new Set(states.map(({ conditionId }) => conditionId)).size === states.length,
        'no condition is put twice',
      );
      const { stateEntry } = await rows();
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
      const { notificationEntry } = await rows();
      // A refusal is a notification that is there already, maybe by an earlier attempt of this very call.
      await putNew(
        entries,
        notifications.map((notification) => notificationEntry(notification, table)),
      );
    },
    async listPending(lease) {
      const items = await readEntries(entries, await listOpen(entries, openMarks('notice', lease)));
      return items.length === 0 ? [] : (await rows()).pendingIn(items, table);
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
