import { describe, expect, test } from 'vitest';

import type { Mail } from '../../shared/mail/mail.ts';
import type { MailSender } from '../../shared/mail/ports.ts';

interface MailSenderBench {
  readonly sender: MailSender;
  /** What arrived so far, oldest first. */
  readonly arrived: () => Promise<readonly Pick<Mail, 'to' | 'subject' | 'text' | 'html'>[]>;
}

export function aMail(facts: Partial<Mail> = {}): Mail {
  return {
    mailId: 'm-1',
    to: 'ada@x.example',
    subject: 'Curfew: 3 caps changed – “all” is well',
    text: 'Plain text, ünïcode & = signs\n',
    html: '<p>HTML, ünïcode &amp; = signs</p>',
    runId: 'r-1',
    carries: [],
    ...facts,
  };
}

export function describeMailSender(name: string, makeBench: () => Promise<MailSenderBench>): void {
  describe(`the mail sender ${name}`, () => {
    test('hands over one mail with its recipient, subject and both texts, and gives its message id', async () => {
      const { sender, arrived } = await makeBench();
      const before = (await arrived()).length;

      const result = await sender.send(aMail());

      const { to, subject, text, html } = aMail();
      expect(result).toEqual({ kind: 'sent', messageId: expect.stringMatching(/./) });
      expect((await arrived()).slice(before)).toEqual([{ to, subject, text, html }]);
    });

    test('gives every mail an id of its own', async () => {
      const { sender } = await makeBench();

      const [first, second] = [await sender.send(aMail()), await sender.send(aMail())];

      expect(first).not.toEqual(second);
    });
  });
}
