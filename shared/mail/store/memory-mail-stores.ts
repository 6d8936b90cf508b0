import type { ChannelTerms } from '../../channels/channel.ts';
import { isSameStored, storedCopy } from '../../kernel/contract/stored-copy.ts';
import { invariant } from '../../kernel/invariant.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { type Mail, type SendResult, isOpenMail, unknownMail, type OutboxMail } from '../mail.ts';
import type { RecipientStore, MailSender, Outbox } from '../ports.ts';
import type { Recipient } from '../recipient.ts';

/** `dynamoRecipientStore` in memory. */
export function memoryRecipientStore(channels: readonly ChannelTerms[] = []): RecipientStore {
  const recipients = new Map<string, Recipient>();

  return {
    async find(address) {
      return storedCopy(recipients.get(address));
    },
    async list() {
      return storedCopy(sortedBy(recipients.values(), ({ address }) => address));
    },
    async listChannels() {
      return channels;
    },
    async replace(recipient) {
      invariant(recipient.address !== '', 'a recipient has an address');
      const stored = recipients.get(recipient.address);
      const next = storedCopy({ ...recipient, version: recipient.version + 1 });
      if ((stored?.version ?? 0) !== recipient.version) {
        // An equal stored item is from an earlier attempt of this call.
        return isSameStored(stored, next);
      }
      recipients.set(recipient.address, next);
      return true;
    },
  };
}

export interface MemoryMailSender extends MailSender {
  /** Sent mails in order, including those of `unknown` result. */
  delivered(): readonly Mail[];
  /** The next send's result, once, instead of `sent`. */
  answerNext(result: SendResult): void;
}

/** Sends into memory. `refused` mails are not delivered; all others are. */
export function memoryMailSender(): MemoryMailSender {
  const outgoing: Mail[] = [];
  const answers: SendResult[] = [];

  return {
    async send(mail) {
      const result = answers.shift() ?? { kind: 'sent', messageId: `message-${outgoing.length + 1}` };
      if (result.kind !== 'refused') {
        outgoing.push(storedCopy(mail));
      }
      return result;
    },
    delivered() {
      return storedCopy(outgoing);
    },
    answerNext(result) {
      answers.push(storedCopy(result));
    },
  };
}

export interface MemoryOutbox extends Outbox {
  writtenMailIds(): readonly string[];
}

/** `dynamoOutbox` in memory. */
export function memoryOutbox(): MemoryOutbox {
  const mails = new Map<string, OutboxMail>();

  function openMails(): readonly OutboxMail[] {
    const open = [...mails.values()].filter(({ state }) => isOpenMail(state));
    return storedCopy(sortedBy(open, ({ writtenAt, mail }) => `${writtenAt} ${mail.mailId}`));
  }

  return {
    writtenMailIds: () => [...mails.keys()],
    async write(added, at) {
      for (const mail of added) {
        invariant(mail.mailId !== '', 'a mail has an id');
        if (!mails.has(mail.mailId)) {
          mails.set(mail.mailId, storedCopy({ mail, state: { kind: 'written', attempts: 0 }, writtenAt: at }));
        }
      }
    },
    async find(mailId) {
      return storedCopy(mails.get(mailId));
    },
    async listUnknown() {
      return openMails().flatMap(unknownMail);
    },
    async listOpenStates() {
      return openMails().map(({ mail: { mailId, notBefore }, state, writtenAt }) => ({
        mailId,
        state,
        writtenAt,
        notBefore,
      }));
    },
    async move(mailId, seen, next) {
      const stored = mails.get(mailId);
      // Already in the next state: an earlier attempt of this call.
      const mayMove = [seen, next].some((state) => isSameStored(stored?.state, state));
      if (stored === undefined || !mayMove) {
        return false;
      }
      mails.set(mailId, { ...stored, state: storedCopy(next) });
      return true;
    },
  };
}
