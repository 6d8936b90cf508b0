import { type MessageTag, SendEmailCommand, type SESClient } from '@aws-sdk/client-ses';
import type { MailSender } from '../../application/mail/ports.ts';
import type { Mail, SendResult } from '../../domain/mail/mail.ts';
import { mailTagsOf } from '../../contracts/mail/mail-tags.ts';
import { resultOfError } from './result-of-error.ts';

const charset = 'UTF-8';
const subjectLengthMax = 500;
const addressLengthMax = 320;

/** One address and nothing else: no name, no second address, no line break that could begin another header. */
const addressPattern = /^[^\s\p{C},;<>"]+@[^\s\p{C},;<>"]+$/u;
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;

interface SendingTerms {
  readonly from: string;
  /**
   * The configuration set by which SES reports events of mails; mails are tagged with their id for it. Absent: no
   * events.
   */
  readonly configurationSet?: string | undefined;
}

/** Sends mails through SES, each once. `client` must not try again by itself: see `createSes`. */
export function sesMailSender(client: SESClient, terms: SendingTerms): MailSender {
  return {
    async send(mail) {
      const problem = problemOf(mail, terms.from);
      if (problem !== undefined) {
        return { kind: 'refused', problem, retryable: false };
      }
      return sendOnce(client, mail, terms);
    },
  };
}

async function sendOnce(client: SESClient, mail: Mail, terms: SendingTerms): Promise<SendResult> {
  const { from, configurationSet } = terms;
  const content = (Data: string) => ({ Data, Charset: charset });
  const command = new SendEmailCommand({
    Source: from,
    Destination: { ToAddresses: [mail.to] },
    Message: { Subject: content(mail.subject), Body: { Text: content(mail.text), Html: content(mail.html) } },
    ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet, Tags: tagsOf(mail) }),
  });
  try {
    const { MessageId } = await client.send(command);
    return MessageId === undefined || MessageId === ''
      ? { kind: 'unknown', problem: 'the mail service answered without a message id' }
      : { kind: 'sent', messageId: MessageId };
  } catch (error) {
    return resultOfError(error);
  }
}

function tagsOf({ mailId }: Mail): MessageTag[] {
  return mailTagsOf(mailId).map(({ name, value }) => ({ Name: name, Value: value }));
}

function problemOf({ to, subject }: Mail, from: string): string | undefined {
  if (!isAddress(from)) {
    return 'the sender is not one plain mail address; correct the setting mailFrom';
  }
  if (!isAddress(to)) {
    return 'the recipient is not one plain mail address';
  }
  if (subject === '' || subject.length > subjectLengthMax) {
    return `the subject is empty or longer than ${subjectLengthMax} characters`;
  }
  return unprintable.test(subject) ? 'the subject holds a line break or another control character' : undefined;
}

function isAddress(text: string): boolean {
  return text.length <= addressLengthMax && addressPattern.test(text);
}
