import type { Mail, MailState, OpenMail, OutboxMail, SendResult, UnknownMail } from '../../domain/mail/mail.ts';
import type { Recipient } from '../../domain/mail/recipient.ts';
import type { PortNeeds } from '../runs/leased-ports.ts';

/** Mails, written before they are sent. */
export interface Outbox {
  /** Writes those mails whose id is not there yet. */
  write(mails: readonly Mail[], at: string): Promise<void>;
  find(mailId: string): Promise<OutboxMail | undefined>;
  /** Mails of unknown outcome that no later mail carries yet, oldest first. */
  listUnknown(): Promise<readonly UnknownMail[]>;
  /**
   * Mails that are written, sending, or unknown and not yet carried by a later mail, without what they say, as they
   * stood a moment ago: what was written or moved since may be amiss. Oldest first.
   */
  listOpenStates(): Promise<readonly OpenMail[]>;
  /** Moves a mail from the state it was seen in to another. False when the state has moved meanwhile. */
  move(mailId: string, seen: MailState, next: MailState): Promise<boolean>;
}

/** Two runs that compose mails from the same notices would send them twice. `move` checks the state that was seen. */
export const outboxNeeds: PortNeeds<Outbox> = {
  write: 'write',
  find: 'free',
  listUnknown: 'free',
  listOpenStates: 'free',
  move: 'free',
};

/** Hands one mail to the mail service, once, without trying again. */
export interface MailSender {
  send(mail: Mail): Promise<SendResult>;
}

/** Addresses to which mail did not get through, and what became of it. */
export interface RecipientStore {
  find(address: string): Promise<Recipient | undefined>;
  /** Everybody of whom anything is known, those that were cleared included; by address. */
  list(): Promise<readonly Recipient[]>;
  /** Writes the version after the one in `recipient`. False, and nothing written, when the stored version has changed. */
  replace(recipient: Recipient): Promise<boolean>;
}
