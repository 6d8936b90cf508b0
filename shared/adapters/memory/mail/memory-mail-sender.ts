import type { MailSender } from '../../../application/mail/ports.ts';
import type { Mail, SendResult } from '../../../domain/mail/mail.ts';
import { storedCopy } from '../stored-copy.ts';

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
