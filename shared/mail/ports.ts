import type { ChannelTerms } from '../channels/channel.ts';
import type { PortNeeds } from '../kernel/runs/ports.ts';
import type { Mail, MailState, OpenMail, OutboxMail, SendResult, UnknownMail } from './mail.ts';
import type { Recipient } from './recipient.ts';

export interface Outbox {
  /** Writes the mails whose id is not stored yet. */
  write(mails: readonly Mail[], at: string): Promise<void>;
  find(mailId: string): Promise<OutboxMail | undefined>;
  /** Mails of unknown outcome that no later mail carries yet, oldest first. */
  listUnknown(): Promise<readonly UnknownMail[]>;
  /** Mails written, sending, or unknown and not carried later; without content, oldest first. Eventually consistent. */
  listOpenStates(): Promise<readonly OpenMail[]>;
  /** Moves a mail from the state it was seen in to another. False when its state changed meanwhile. */
  move(mailId: string, seen: MailState, next: MailState): Promise<boolean>;
}

/** Two runs composing mails from the same notices would send them twice. `move` checks the seen state. */
export const outboxNeeds: PortNeeds<Outbox> = {
  write: 'write',
  find: 'free',
  listUnknown: 'free',
  listOpenStates: 'free',
  move: 'free',
};

/** Hands one mail to the mail service once, without retries. */
export interface MailSender {
  send(mail: Mail): Promise<SendResult>;
}

/** Addresses that mail did not reach, and their state. */
export interface AddressStore {
  find(address: string): Promise<Recipient | undefined>;
  /** Every known address, cleared ones included; by address. */
  list(): Promise<readonly Recipient[]>;
  /** Writes the version after the one in `recipient`. False, and nothing written, when the stored version differs. */
  replace(recipient: Recipient): Promise<boolean>;
}

/** Who is notified beside those whom the settings name, and whom nothing reaches. */
export interface RecipientStore extends AddressStore {
  /** The channels of the organization, by name. One that cannot be read is left out. */
  listChannels(): Promise<readonly ChannelTerms[]>;
}

export const mailGrants = {
  outbox: { outbox: ['GetItem', 'PutItem'], 'outbox/open': ['Query'] },
  'outbox.send': { outbox: ['GetItem', 'PutItem', 'UpdateItem'], 'outbox/open': ['Query'] },
  'recipients.list': { recipients: ['Scan'], records: ['Query'] },
  addresses: { recipients: ['GetItem', 'PutItem', 'Scan'] },
  'addresses.note': { recipients: ['GetItem', 'PutItem'] },
} as const;
