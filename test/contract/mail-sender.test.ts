import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod';

import { startMailCatcher, type MailCatcher } from '../../local/mail/open-mail.ts';
import { createSes, sesMailSender } from '../../shared/mail/aws.ts';
import { memoryMailSender } from '../../shared/mail/store/memory-mail-stores.ts';
import { describeMailSender } from './mail-sender-contract.ts';

const Store = z.object({
  emails: z.array(
    z.object({
      subject: z.string(),
      body: z.object({ text: z.string(), html: z.string() }),
      destination: z.object({ to: z.tuple([z.string()]) }),
    }),
  ),
});

let catcher: MailCatcher;
beforeAll(async () => {
  catcher = await startMailCatcher();
});
afterAll(async () => {
  await catcher.close();
});

describeMailSender('in memory', async () => {
  const sender = memoryMailSender();
  return {
    sender,
    arrived: async () => sender.delivered().map(({ to, subject, text, html }) => ({ to, subject, text, html })),
  };
});
describeMailSender('through SES', async () => ({
  sender: sesMailSender(createSes({ endpoint: catcher.url }), { from: 'curfew@x.example' }),
  async arrived() {
    const { emails } = Store.parse(await (await fetch(`${catcher.url}/store`)).json());
    return emails.map(({ subject, body, destination }) => ({ to: destination.to[0], subject, ...body }));
  },
}));
