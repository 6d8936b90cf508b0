import { storedCopy } from '../../kernel/contract/stored-copy.ts';
import { invariant } from '../../kernel/invariant.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { type ConditionState, isSettled, leaseOfState } from '../conditions/condition-state.ts';
import type { Mute } from '../mute.ts';
import { leaseOf, type Notification } from '../notification.ts';
import type { AlertStore, PendingNotification } from '../ports.ts';

export interface MemoryAlertStore extends AlertStore {
  allStates(): readonly ConditionState[];
  allNotifications(): readonly StoredNotification[];
}

interface StoredNotification {
  readonly notification: Notification;
  readonly mailId?: string;
  readonly isPending: boolean;
}

/** `dynamoAlertStore` in memory. */
export function memoryAlertStore(): MemoryAlertStore {
  const states = new Map<string, ConditionState>();
  const stored = new Map<string, StoredNotification>();

  return {
    async read(lease, conditionIds) {
      const wanted = new Set(conditionIds);
      const isOpen = (state: ConditionState) => !isSettled(state) && leaseOfState(state) === lease;
      const found = [...states.values()].filter((state) => wanted.has(state.conditionId) || isOpen(state));
      return storedCopy(sortedBy(found, ({ conditionId }) => conditionId));
    },
    async find(conditionIds) {
      const found = [...new Set(conditionIds)].flatMap((conditionId) => states.get(conditionId) ?? []);
      return storedCopy(sortedBy(found, ({ conditionId }) => conditionId));
    },
    async put(changed) {
      const ids = new Set(changed.map(({ conditionId }) => conditionId));
      invariant(ids.size === changed.length, 'no condition is put twice');
      for (const state of changed) {
        const before = states.get(state.conditionId);
        if (before === undefined || before.asOf <= state.asOf) {
          states.set(state.conditionId, storedCopy(state));
        }
      }
    },
    async enqueue(notifications) {
      const ids = new Set(notifications.map(({ notificationId }) => notificationId));
      invariant(ids.size === notifications.length, 'no notification is enqueued twice');
      for (const notification of notifications) {
        const { notificationId } = notification;
        const before = stored.get(notificationId);
        stored.set(notificationId, before ?? { notification: storedCopy(notification), isPending: true });
      }
    },
    async listPending(lease, isAskedFor = () => true) {
      const pending = [...stored.values()].filter(
        ({ notification, isPending }) => isPending && leaseOf(notification) === lease && isAskedFor(notification),
      );
      return storedCopy(sortedBy(pending, ({ notification }) => notification.notificationId).map(withoutMark));
    },
    async assign(choices) {
      for (const { notificationId, mailId } of choices) {
        const before = stored.get(notificationId);
        if (before?.isPending === true) {
          stored.set(notificationId, { ...before, mailId });
        }
      }
    },
    async settle(notificationIds) {
      for (const notificationId of notificationIds) {
        const before = stored.get(notificationId);
        invariant(before !== undefined, 'a notification is pending before it is settled');
        stored.set(notificationId, { ...before, isPending: false });
      }
    },
    ...memoryMutes(),
    allStates: () => storedCopy(sortedBy(states.values(), ({ conditionId }) => conditionId)),
    allNotifications: () => storedCopy(sortedBy(stored.values(), ({ notification }) => notification.notificationId)),
  };
}

function memoryMutes(): Pick<AlertStore, 'listMutes' | 'putMute' | 'endMute'> {
  const mutes = new Map<string, Mute>();
  return {
    listMutes: async () => storedCopy(sortedBy(mutes.values(), ({ muteId }) => muteId)),
    async putMute(mute) {
      mutes.set(mute.muteId, storedCopy(mute));
    },
    async endMute(muteId) {
      mutes.delete(muteId);
    },
  };
}

function withoutMark({ notification, mailId }: StoredNotification): PendingNotification {
  return mailId === undefined ? { notification } : { notification, mailId };
}
