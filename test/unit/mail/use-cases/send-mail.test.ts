import { beforeEach, describe, expect, test } from 'vitest';

import type { Mail, SendResult } from '../../../../shared/mail/mail.ts';
import type { MailSender } from '../../../../shared/mail/ports.ts';
import { memoryOutbox, memoryRecipientStore } from '../../../../shared/mail/store/memory-mail-stores.ts';
import { findMails } from '../../../../shared/mail/use-cases/find-mails.ts';
import { sendMail, type SendPorts } from '../../../../shared/mail/use-cases/send-mail.ts';

const at = '2026-03-15T02:30:00.000Z';
const nowMs = Date.parse(at);
const inTime = { stopAtMs: nowMs + 60_000, aheadMs: 0 };

function aMail(mailId: string, said: Partial<Mail> = {}): Mail {
  return { mailId, to: 'ann@acme.example', subject: 's', text: '', html: '', runId: 'run', carries: [], ...said };
}

let outbox = memoryOutbox();
let sent: string[] = [];

beforeEach(() => {
  outbox = memoryOutbox();
  sent = [];
});

function portsWith(result: SendResult = { kind: 'sent', messageId: 'm' }, over: Partial<SendPorts> = {}): SendPorts {
  const sender: MailSender = {
    async send(mail) {
      sent.push(mail.mailId);
      return result;
    },
  };
  return {
    outbox,
    sender,
    recipients: memoryRecipientStore(),
    clock: { now: () => nowMs },
    ids: { next: () => 'me' },
    ...over,
  };
}

async function stateOf(mailId: string) {
  return (await outbox.find(mailId))?.state;
}

describe('one mail', () => {
  test('is sent once, and says when', async () => {
    await outbox.write([aMail('a')], at);

    expect(await sendMail(portsWith(), 'a', inTime)).toStrictEqual({ kind: 'taken', atMs: nowMs });
    expect(await sendMail(portsWith(), 'a', inTime)).toStrictEqual({ kind: 'passed', atMs: nowMs });
    expect(sent).toEqual(['a']);
  });

  test('is left alone once the time is up, and where there is none of that id', async () => {
    await outbox.write([aMail('a')], at);

    expect(await sendMail(portsWith(), 'a', { ...inTime, stopAtMs: nowMs })).toStrictEqual({
      kind: 'late',
      atMs: nowMs,
    });
    expect(await sendMail(portsWith(), 'none', inTime)).toStrictEqual({ kind: 'passed', atMs: nowMs });
    expect(sent).toEqual([]);
  });

  test('is left to whoever has claimed it meanwhile', async () => {
    await outbox.write([aMail('a')], at);
    const taken = { ...outbox, move: async () => false };

    expect(await sendMail(portsWith(undefined, { outbox: taken }), 'a', inTime)).toStrictEqual({
      kind: 'passed',
      atMs: nowMs,
    });
    expect(sent).toEqual([]);
  });

  test('that is turned away says why, and when it may be tried again', async () => {
    await outbox.write([aMail('a')], at);

    const step = await sendMail(portsWith({ kind: 'refused', problem: 'too many', retryable: true }), 'a', inTime);

    expect(step).toStrictEqual({ kind: 'turned-away', atMs: nowMs, problem: 'too many', nextMs: nowMs + 60_000 });
  });

  test('that is refused for good, or of unknown outcome, is not tried again', async () => {
    await outbox.write([aMail('a'), aMail('b')], at);

    const steps = [
      await sendMail(portsWith({ kind: 'refused', problem: 'no such user', retryable: false }), 'a', inTime),
      await sendMail(portsWith({ kind: 'unknown', problem: 'no answer' }), 'b', inTime),
    ];

    expect(steps).toStrictEqual([
      { kind: 'refused', atMs: nowMs, problem: 'no such user' },
      { kind: 'unknown', atMs: nowMs, problem: 'no answer' },
    ]);
  });

  test('marks those of unknown outcome that it names, when it is taken and not before', async () => {
    await outbox.write([aMail('lost'), aMail('fine'), aMail('a', { carries: ['lost', 'fine', 'gone'] })], at);
    await sendMail(portsWith({ kind: 'unknown', problem: 'no answer' }), 'lost', inTime);
    const before = await stateOf('lost');
    await sendMail(portsWith({ kind: 'refused', problem: 'x', retryable: true }), 'a', inTime);
    const between = await stateOf('lost');

    const later = { now: () => nowMs + 3_600_000 };
    await sendMail(portsWith(undefined, { clock: later }), 'a', { ...inTime, stopAtMs: nowMs + 7_200_000 });

    expect(between).toEqual(before);
    expect(await stateOf('lost')).toMatchObject({ kind: 'unknown', carriedBy: 'a' });
    expect(await stateOf('fine')).toEqual({ kind: 'written', attempts: 0 });
  });
});

describe('what there is to send', () => {
  const clock = { now: () => nowMs };
  const nothing = { written: [], without: new Set<string>(), aheadMs: 0 };

  test('is five hundred mails at once at most', async () => {
    await outbox.write(
      Array.from({ length: 501 }, (_, index) => aMail(`mail-${index}`)),
      at,
    );

    const found = await findMails({ clock, outbox }, nothing);

    expect([found.due.length, found.left]).toEqual([500, 501]);
  });

  test('are not those that wait for the end of quiet hours, also where the list does not have them yet', async () => {
    const notBefore = '2026-03-15T06:00:00.000Z';
    await outbox.write([aMail('quiet', { notBefore }), aMail('plain')], at);
    const behind = { ...outbox, listOpenStates: async () => [] };

    const found = await findMails({ clock, outbox: behind }, { ...nothing, written: ['quiet', 'plain', 'gone'] });

    expect(found).toStrictEqual({ due: ['plain'], left: 2, nextMs: nowMs });
    expect(await findMails({ clock, outbox }, { ...nothing, without: new Set(['plain']) })).toStrictEqual({
      due: [],
      left: 1,
      nextMs: Date.parse(notBefore),
    });
  });

  test('is each mail once, though it is listed and was written a moment ago', async () => {
    await outbox.write([aMail('a')], at);

    expect(await findMails({ clock, outbox }, { ...nothing, written: ['a', 'a'] })).toMatchObject({
      due: ['a'],
      left: 1,
    });
  });

  test('is nothing of what is being sent, or is of unknown outcome', async () => {
    await outbox.write([aMail('a'), aMail('b')], at);
    await sendMail(portsWith({ kind: 'unknown', problem: 'no answer' }), 'a', inTime);
    const claimed = { kind: 'sending', attempts: 1, owner: 'other', since: at } as const;
    await outbox.move('b', { kind: 'written', attempts: 0 }, claimed);

    expect(await findMails({ clock, outbox }, nothing)).toStrictEqual({ due: [], left: 0 });
    expect(await stateOf('b')).toEqual(claimed);
  });

  test('is nothing where nothing is written', async () => {
    expect(await findMails({ clock, outbox }, nothing)).toStrictEqual({ due: [], left: 0 });
  });
});
