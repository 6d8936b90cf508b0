import type { PortNeeds, Clock, Journal } from '../kernel/runs/ports.ts';
import type { Outbox } from '../mail/ports.ts';
import type { ConditionState } from './conditions/condition-state.ts';
import type { Mute } from './mute.ts';
import type { Notification } from './notification.ts';
import type { AlertLease } from './topics.ts';

export interface PendingNotification {
  readonly notification: Notification;
  /** The mail may be unwritten: a run may have ended in between. */
  readonly mailId?: string;
}

export interface AlertStore {
  /** These conditions, and all others under a lease that are not resolved; by id. */
  read(lease: AlertLease, conditionIds: readonly string[]): Promise<readonly ConditionState[]>;
  /** These conditions alone, open or not; by id. */
  find(conditionIds: readonly string[]): Promise<readonly ConditionState[]>;
  /** Replaces states; one changed as of a later moment stays. Condition ids must be unique. */
  put(states: readonly ConditionState[]): Promise<void>;
  /** Adds pending notifications; an existing one, pending or not, stays. Ids must be unique. */
  enqueue(notifications: readonly Notification[]): Promise<void>;
  /**
   * Notifications under a lease that are not known to be in a written mail, all or those matching; by id. There may be
   * very many: the others are in memory only while examined.
   */
  listPending(
    lease: AlertLease,
    isAskedFor?: (notification: Notification) => boolean,
  ): Promise<readonly PendingNotification[]>;
  /** Chooses the mail of each notification before it is written; settled ones stay unchanged. */
  assign(choices: readonly { readonly notificationId: string; readonly mailId: string }[]): Promise<void>;
  settle(notificationIds: readonly string[]): Promise<void>;
  /** Mutes that were not ended by hand, by id; some may be over. */
  listMutes(): Promise<readonly Mute[]>;
  putMute(mute: Mute): Promise<void>;
  /** Removes a mute; none of that id is no error. */
  endMute(muteId: string): Promise<void>;
}

export const alertStoreNeeds: PortNeeds<AlertStore> = {
  read: 'free',
  find: 'free',
  put: 'write',
  enqueue: 'write',
  listPending: 'free',
  assign: 'write',
  settle: 'write',
  listMutes: 'free',
  putMute: 'write',
  endMute: 'write',
};

export interface NotifyPorts {
  readonly alerts: AlertStore;
  readonly journal: Journal;
}

export interface MailPorts {
  readonly alerts: AlertStore;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

export const alertGrants = {
  alerts: { alerts: ['BatchGetItem', 'PutItem', 'UpdateItem'], 'alerts/open': ['Query'] },
} as const;
