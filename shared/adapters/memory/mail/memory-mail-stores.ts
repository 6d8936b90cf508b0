import type { RecipientStore, MailSender, Outbox } from '../../../application/mail/ports.ts';
import { isSameStored, storedCopy } from '../../../contracts/tables/stored-copy.ts';
import { invariant } from '../../../domain/invariant.ts';
import { type Mail, type SendResult, isOpenMail, unknownMail, type OutboxMail } from '../../../domain/mail/mail.ts';
import type { Recipient } from '../../../domain/mail/recipient.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';

/** Recipients in memory, with the semantics of `dynamoRecipientStore`. */
export function memoryRecipientStore(): RecipientStore {
  const recipients = new Map<string, Recipient>();

  return {
    async find(address) {
      return storedCopy(recipients.get(address));
    },
    async list() {
      return storedCopy(sortedBy(recipients.values(), ({ address }) => address));
    },
    async replace(recipient) {
      invariant(recipient.address !== '', 'a recipient has an address');
      const stored = recipients.get(recipient.address);
      const next = storedCopy({ ...recipient, version: recipient.version + 1 });
      if ((stored?.version ?? 0) !== recipient.version) {
        // One that is stored already was written by an attempt of this very call.
        return isSameStored(stored, next);
      }
      recipients.set(recipient.address, next);
      return true;
    },
  };
}

/** A mail sender that delivers into a list. */
export interface MemoryMailSender extends MailSender {
  /** Mails that went out, in order; those of an `unknown` result too, since they may have. */
  delivered(): readonly Mail[];
  /** What the next send answers, once, instead of `sent`. */
  answerNext(result: SendResult): void;
}

/** Sends into memory. A mail with the result `refused` is not delivered; all others are. */
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

/** The outbox in memory, and what was ever written to it. */
export interface MemoryOutbox extends Outbox {
  writtenMailIds(): readonly string[];
}

/** The outbox in memory, with the semantics of `dynamoOutbox`. */
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
      // A state that is already the next one is a move of one's own whose answer was lost.
      const mayMove = [seen, next].some((state) => isSameStored(stored?.state, state));
      if (stored === undefined || !mayMove) {
        return false;
      }
      mails.set(mailId, { ...stored, state: storedCopy(next) });
      return true;
    },
  };
}
