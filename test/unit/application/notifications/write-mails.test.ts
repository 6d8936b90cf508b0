import { expect, test } from 'vitest';
import { memoryAlertStore } from '../../../../shared/adapters/memory/mail/memory-alert-store.ts';
import { memoryOutbox } from '../../../../shared/adapters/memory/mail/memory-outbox.ts';
import type { ComposedMail } from '../../../../shared/application/notifications/composed-mail.ts';
import { writeMails } from '../../../../shared/application/notifications/write-mails.ts';

test('mails to very many are composed and written some at a time, each once', async () => {
  const outbox = memoryOutbox();
  const alerts = memoryAlertStore();
  const clock = { now: () => Date.parse('2026-03-15T02:30:00Z') };
  const composedAtOnce: number[] = [];
  const write: typeof outbox.write = async (mails, at) => {
    composedAtOnce.push(mails.length);
    await outbox.write(mails, at);
  };
  const drafts = Array.from({ length: 1_201 }, (_, index) => () => aMail(`mail-${index}`));

  await writeMails({ alerts, clock, outbox: { ...outbox, write } }, drafts);

  expect(composedAtOnce).toEqual([500, 500, 201]);
  expect(outbox.writtenMailIds()).toHaveLength(1_201);
});

function aMail(mailId: string): ComposedMail {
  const mail = { mailId, to: 'ann@acme.example', subject: 'Used up', text: '', html: '', runId: 'run', carries: [] };
  return { mail, contained: [] };
}
