import type { AlertNotice } from '../../domain/alerts/alert-notice.ts';
import type { AlertState } from '../../domain/alerts/alert-state.ts';
import type { PortNeeds } from '../runs/leased-ports.ts';

/** A notice that somebody is to be told, with the mail that was chosen to tell it. */
export interface PendingNotice {
  readonly notice: AlertNotice;
  /** The mail may not be written yet: a run may have ended in between. */
  readonly mailId?: string;
}

/** What alerts stand, and what is to be told of them. */
export interface AlertStore {
  /** The states of these alerts, and of all others that are open (not closed, not resolved); by alert id. */
  read(alertIds: readonly string[]): Promise<readonly AlertState[]>;
  /** The states of these alerts alone, open or not; by alert id. */
  find(alertIds: readonly string[]): Promise<readonly AlertState[]>;
  /** Replaces states; one that was changed as of a later moment stays as it is. No alert stands twice. */
  put(states: readonly AlertState[]): Promise<void>;
  /** Notes notices as owed; one that is there already, told or not, stays as it is. No notice stands twice. */
  enqueue(notices: readonly AlertNotice[]): Promise<void>;
  /** Notices that are not known to stand in a written mail; by notice id. */
  listPending(): Promise<readonly PendingNotice[]>;
  /** Chooses the mail of each notice, before it is written. One that is not owed any more stays as it is. */
  assign(choices: readonly { readonly noticeId: string; readonly mailId: string }[]): Promise<void>;
  /** The mails of these notices are written: they are owed no more. */
  settle(noticeIds: readonly string[]): Promise<void>;
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
