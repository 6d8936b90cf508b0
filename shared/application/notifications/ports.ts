import type { MailContent } from '../../domain/mail/content.ts';
import type { Mail } from '../../domain/mail/mail.ts';
import type { ConditionState } from '../../domain/notifications/conditions/condition-state.ts';
import type { Notification } from '../../domain/notifications/notification.ts';
import type { Severity } from '../../domain/notifications/severity.ts';
import type { AlertLease } from '../../domain/notifications/topics.ts';
import type { Outbox } from '../mail/ports.ts';
import type { PortNeeds } from '../runs/leased-ports.ts';
import type { Clock, Journal } from '../runs/ports.ts';

/** A notification that is in no mail yet, with the mail that was chosen for it. */
export interface PendingNotification {
  readonly notification: Notification;
  /** The mail may not be written yet: a run may have ended in between. */
  readonly mailId?: string;
}

/**
 * The states of conditions, and the notifications of them. What is written under one lease is listed apart from what is
 * written under another.
 */
export interface AlertStore {
  /** The states of these conditions, and of all others under a lease that are open (not closed, not resolved); by id. */
  read(lease: AlertLease, conditionIds: readonly string[]): Promise<readonly ConditionState[]>;
  /** The states of these conditions alone, open or not; by id. */
  find(conditionIds: readonly string[]): Promise<readonly ConditionState[]>;
  /** Replaces states; one that was changed as of a later moment stays as it is. No condition is there twice. */
  put(states: readonly ConditionState[]): Promise<void>;
  /** Makes notifications pending; one that is there already, pending or not, stays as it is. None is there twice. */
  enqueue(notifications: readonly Notification[]): Promise<void>;
  /**
   * Notifications under a lease that are not known to stand in a written mail, all of them or those that are asked for;
   * by id. There may be very many: the others are in memory only while they are looked at.
   */
  listPending(
    lease: AlertLease,
    isAskedFor?: (notification: Notification) => boolean,
  ): Promise<readonly PendingNotification[]>;
  /** Chooses the mail of each notification, before it is written. One that is not pending any more stays as it is. */
  assign(choices: readonly { readonly notificationId: string; readonly mailId: string }[]): Promise<void>;
  /** The mails of these notifications are written: they are not pending any more. */
  settle(notificationIds: readonly string[]): Promise<void>;
}

export const alertStoreNeeds: PortNeeds<AlertStore> = {
  read: 'free',
  find: 'free',
  put: 'write',
  enqueue: 'write',
  listPending: 'free',
  assign: 'write',
  settle: 'write',
};

export interface NotifyPorts {
  readonly alerts: AlertStore;
  readonly journal: Journal;
}

/** A mail about a run itself. The notifications of its recipient stand in it too. */
export interface Summary {
  readonly mailId: string;
  /** In the matching form of the email. */
  readonly recipient: string;
  readonly severity: Severity;
  readonly contentWith: (notifications: readonly Notification[]) => MailContent;
  /** Earlier mails of which nobody knows whether they arrived, and that the content names. */
  readonly carries: readonly string[];
}

/** A mail with the ids of all notifications in it, which may be more than it names. */
export interface ComposedMail {
  readonly mail: Mail;
  readonly contained: readonly string[];
}

/** A mail that is composed when it is asked for, the same each time: the texts of all mails of a run take much memory. */
export type MailDraft = () => ComposedMail;

/** What mails are made of and written to. */
export interface MailPorts {
  readonly alerts: AlertStore;
  readonly clock: Clock;
  readonly outbox: Outbox;
}
