import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { invariant } from '../../kernel/invariant.ts';
import { patientBackoff, type Backoff } from '../../kernel/store/backoff.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import type { ConditionState } from '../conditions/condition-state.ts';
import type { AlertStore } from '../ports.ts';
import {
  listOpen,
  muteMark,
  mutePrefix,
  readEntries,
  type AlertTable,
  notificationPrefix,
  openMarks,
} from './alert-entries.ts';
import {
  closeAll,
  mutesIn,
  putMuteEntry,
  notificationEntry,
  pendingIn,
  putNew,
  putUnlessNewer,
  setMails,
  stateEntry,
  statesIn,
} from './alert-rows.ts';

/** The alerts table, append-only: a person is not notified twice of one change. */
export function dynamoAlertStore(
  dynamo: DynamoDBDocumentClient,
  table: string,
  backoff: Backoff = patientBackoff,
): AlertStore {
  const entries: AlertTable = { dynamo, table, backoff };

  async function find(conditionIds: readonly string[]): Promise<readonly ConditionState[]> {
    const states = await readEntries(entries, conditionIds, async (items) => statesIn(items, table));
    return sortedBy(states, ({ conditionId }) => conditionId);
  }

  return {
    find,
    read: async (lease, conditionIds) =>
      find([...(await listOpen(entries, openMarks('state', lease))), ...conditionIds]),
    async put(states) {
      invariant(
        new Set(states.map(({ conditionId }) => conditionId)).size === states.length,
        'no condition is put twice',
      );
      await putUnlessNewer(entries, states, (state) => stateEntry(state, table));
    },
    async enqueue(notifications) {
      invariant(
        new Set(notifications.map(({ notificationId }) => notificationId)).size === notifications.length,
        'no notification is enqueued twice',
      );
      // A refused notification exists already, perhaps from an earlier attempt of this call.
      await putNew(entries, notifications, (notification) => notificationEntry(notification, table));
    },
    async listPending(lease, isAskedFor = () => true) {
      const open = await listOpen(entries, openMarks('notice', lease));
      const pending = await readEntries(entries, open, async (items) =>
        pendingIn(items, table).filter(({ notification }) => isAskedFor(notification)),
      );
      return sortedBy(pending, ({ notification }) => notification.notificationId);
    },
    async assign(choices) {
      await setMails(
        entries,
        choices.map(({ notificationId, mailId }) => ({ entryId: `${notificationPrefix}${notificationId}`, mailId })),
      );
    },
    async settle(notificationIds) {
      const areThere = await closeAll(
        entries,
        notificationIds.map((notificationId) => `${notificationPrefix}${notificationId}`),
      );
      invariant(areThere, 'a notification is pending before it is settled');
    },
    async listMutes() {
      const mutes = await readEntries(entries, await listOpen(entries, [muteMark]), async (items) =>
        mutesIn(items, table),
      );
      return sortedBy(mutes, ({ muteId }) => muteId);
    },
    putMute: async (mute) => putMuteEntry(entries, mute),
    async endMute(muteId) {
      await closeAll(entries, [`${mutePrefix}${muteId}`]);
    },
  };
}
