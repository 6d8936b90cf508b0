import { isDeepStrictEqual } from 'node:util';
import type { Outbox } from '../../../application/mail/ports.ts';
import { invariant } from '../../../domain/invariant.ts';
import { isOpenMail, unknownMail, type OutboxMail } from '../../../domain/mail/mail.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { storedCopy } from '../stored-copy.ts';

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
        ...(notBefore === undefined ? {} : { notBefore }),
      }));
    },
    async move(mailId, seen, next) {
      const stored = mails.get(mailId);
      // A state that is already the next one is a move of one's own whose answer was lost.
      const mayMove = [seen, next].some((state) => isDeepStrictEqual(stored?.state, storedCopy(state)));
      if (stored === undefined || !mayMove) {
        return false;
      }
      mails.set(mailId, { ...stored, state: storedCopy(next) });
      return true;
    },
  };
}
