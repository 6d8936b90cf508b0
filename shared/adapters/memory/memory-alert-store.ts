import type { AlertStore, PendingNotice } from '../../application/notifications/ports.ts';
import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import { type AlertState, isSettled } from '../../domain/alerts/alert-state.ts';
import { invariant } from '../../domain/invariant.ts';
import { sortedBy } from '../../domain/texts/compare-text.ts';
import { storedCopy } from './stored-copy.ts';

/** The alerts in memory, and everything that was ever owed. */
export interface MemoryAlertStore extends AlertStore {
  allStates(): readonly AlertState[];
  allNotices(): readonly (PendingNotice & { readonly isOwed: boolean })[];
}

interface StoredNotice {
  readonly notice: AlertNotice;
  readonly mailId?: string;
  readonly isOwed: boolean;
}

/** Alerts in memory, with the semantics of `dynamoAlertStore`. */
export function memoryAlertStore(): MemoryAlertStore {
  const states = new Map<string, AlertState>();
  const notices = new Map<string, StoredNotice>();

  return {
    async read(alertIds) {
      const wanted = new Set(alertIds);
      const found = [...states.values()].filter((state) => wanted.has(state.alertId) || !isSettled(state));
      return storedCopy(sortedBy(found, ({ alertId }) => alertId));
    },
    async find(alertIds) {
      const found = [...new Set(alertIds)].flatMap((alertId) => states.get(alertId) ?? []);
      return storedCopy(sortedBy(found, ({ alertId }) => alertId));
    },
    async put(changed) {
      invariant(new Set(changed.map(({ alertId }) => alertId)).size === changed.length, 'no alert is put twice');
      for (const state of changed) {
        const stored = states.get(state.alertId);
        if (stored === undefined || stored.asOf <= state.asOf) {
          states.set(state.alertId, storedCopy(state));
        }
      }
    },
    async enqueue(pending) {
      invariant(new Set(pending.map(({ noticeId }) => noticeId)).size === pending.length, 'no notice is owed twice');
      for (const notice of pending) {
        notices.set(notice.noticeId, notices.get(notice.noticeId) ?? { notice: storedCopy(notice), isOwed: true });
      }
    },
    async listPending() {
      const pending = [...notices.values()].filter(({ isOwed }) => isOwed);
      return storedCopy(sortedBy(pending, ({ notice }) => notice.noticeId).map(withoutMark));
    },
    async assign(choices) {
      for (const { noticeId, mailId } of choices) {
        const stored = notices.get(noticeId);
        if (stored?.isOwed === true) {
          notices.set(noticeId, { ...stored, mailId });
        }
      }
    },
    async settle(noticeIds) {
      for (const noticeId of noticeIds) {
        const stored = notices.get(noticeId);
        invariant(stored !== undefined, 'a notice is owed before it is told');
        notices.set(noticeId, { ...stored, isOwed: false });
      }
    },
    allStates: () => storedCopy(sortedBy(states.values(), ({ alertId }) => alertId)),
    allNotices: () => storedCopy(sortedBy(notices.values(), ({ notice }) => notice.noticeId)),
  };
}

function withoutMark({ notice, mailId }: StoredNotice): PendingNotice {
  return mailId === undefined ? { notice } : { notice, mailId };
}
