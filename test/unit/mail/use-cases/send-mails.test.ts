import { beforeEach, describe, expect, test } from 'vitest';

import type { LeaseStore } from '../../../../shared/kernel/runs/ports.ts';
import { mailsJob } from '../../../../shared/kernel/runs/run-id.ts';
import { immediateSteps } from '../../../../shared/kernel/runs/store/immediate-steps.ts';
import { memoryLeaseStore } from '../../../../shared/kernel/runs/store/memory-run-store.ts';
import { addressOf, mailLink } from '../../../../shared/mail/mail-link.ts';
import type { Mail, MailState, SendResult } from '../../../../shared/mail/mail.ts';
import {
  memoryMailSender,
  type MemoryMailSender,
  memoryOutbox,
  memoryRecipientStore,
  type MemoryOutbox,
} from '../../../../shared/mail/store/memory-mail-stores.ts';
import { mayComeTwice } from '../../../../shared/mail/use-cases/find-mails.ts';
import {
  mailsOutcome,
  sendMails,
  type MailsOrder,
  type MailsSent,
} from '../../../../shared/mail/use-cases/send-mails.ts';
import { aMail } from '../../../contract/mail-sender-contract.ts';

const startMs = Date.parse('2026-03-15T02:32:00.000Z');
const writtenAt = '2026-03-15T02:31:00.000Z';
const minuteMs = 60_000;
const isFull: SendResult = { kind: 'refused', problem: 'fewer mails for now', retryable: true };
const isLost: SendResult = { kind: 'unknown', problem: 'no answer' };

let nowMs: number;
let outbox: MemoryOutbox;
let sender: MemoryMailSender;
let leases: LeaseStore;
let waits: { readonly name: string; readonly ms: number }[];

beforeEach(() => {
  nowMs = startMs;
  outbox = memoryOutbox();
  sender = memoryMailSender();
  leases = memoryLeaseStore();
  waits = [];
});

async function write(...mailIds: readonly string[]): Promise<void> {
  await outbox.write(
    mailIds.map((mailId) => aMail({ mailId })),
    writtenAt,
  );
}

async function send(order: Partial<MailsOrder> = {}, ports: { outbox?: MemoryOutbox } = {}): Promise<MailsSent> {
  let lastId = 0;
  const steps = {
    ...immediateSteps(),
    wait: async (name: string, ms: number) => {
      waits.push({ name, ms });
      nowMs += ms;
    },
  };
  const ids = { next: () => `id-${(lastId += 1)}` };
  const recipients = memoryRecipientStore();
  const whole = { clock: { now: () => nowMs }, ids, leases, outbox, recipients, sender, ...ports };
  return sendMails(whole, steps, { written: [], stopAtMs: nowMs + 10 * minuteMs, ...order });
}

async function stateOf(mailId: string): Promise<MailState | undefined> {
  return (await outbox.find(mailId))?.state;
}

function sentIds(): readonly string[] {
  return sender.delivered().map(({ mailId }) => mailId);
}

test('what is written is sent, oldest first, each once, and the way is free for the next run', async () => {
  await outbox.write([aMail({ mailId: 'late' })], '2026-03-15T02:31:30.000Z');
  await write('a', 'b');

  const first = await send();
  const second = await send();

  const none = { refused: 0, unknown: 0, turnedAway: 0, overdue: 0, left: 0, problems: [] };
  expect(first).toEqual({ kind: 'done', taken: 3, ...none });
  expect(second).toEqual({ kind: 'done', taken: 0, ...none });
  expect(sentIds()).toEqual(['a', 'b', 'late']);
  expect(await stateOf('a')).toEqual({ kind: 'sent', messageId: 'message-1', at: new Date(startMs).toISOString() });
});

test('a mail whose recipient has quiet hours waits for their end, which the run reports', async () => {
  const notBefore = '2026-03-15T07:00:00.000Z';
  await outbox.write([aMail({ notBefore })], writtenAt);

  const early = await send();
  nowMs = Date.parse(notBefore);
  const late = await send();

  expect(early).toMatchObject({ taken: 0, left: 1, comeBackAtMs: Date.parse(notBefore) });
  expect(late).toMatchObject({ taken: 1, left: 0 });
});

test('quiet hours are those of the moment as of which a run was made', async () => {
  const notBefore = '2026-03-15T07:00:00.000Z';
  await outbox.write([aMail({ notBefore })], writtenAt);

  const sent = await send({ aheadMs: Date.parse(notBefore) - startMs });

  expect(sent).toMatchObject({ taken: 1 });
});

test('a mail of unknown outcome is not sent again, and counted', async () => {
  await write('m');
  sender.answerNext(isLost);

  const first = await send();
  const second = await send();

  expect(first).toMatchObject({ taken: 0, unknown: 1, left: 0, problems: ['no answer'] });
  expect(second).toMatchObject({ taken: 0, unknown: 0 });
  expect(sentIds()).toEqual(['m']);
});

describe('a grave mail of unknown outcome', () => {
  const grave = aMail({ mailId: 'm', severity: 'critical', tells: ['n-1'] });

  test('goes once more, says so, and is not sent a third time', async () => {
    await outbox.write([grave], writtenAt);
    sender.answerNext(isLost);
    sender.answerNext(isLost);

    await send();
    await send();
    nowMs += 60 * minuteMs;
    await send();

    const again = (await outbox.find('m/again'))?.mail;
    expect(sentIds()).toEqual(['m', 'm/again']);
    expect(again).toMatchObject({ to: grave.to, subject: `${grave.subject} (sent again)`, carries: [] });
    expect([again?.text.startsWith(mayComeTwice), again?.tells]).toEqual([true, undefined]);
  });

  test('goes to those who stand in where the second outcome is unknown too, and no further', async () => {
    const link = mailLink({ purpose: 'ask', subject: 'c-1', door: 'https://curfew.example' });
    const place = `${addressOf({ ...link, view: 'more' })}`;
    const texts = { text: `Ask: ${place} now`, html: `<body><a href="${place}">Ask</a></body>` };
    await outbox.write(
      [{ ...grave, ...texts, links: [link], standIns: ['Sec@acme.example', 'ops@acme.example'] }],
      writtenAt,
    );
    Array.from({ length: 4 }, () => isLost).forEach((answer) => sender.answerNext(answer));

    for (let look = 0; look < 6; look += 1) {
      await send();
      nowMs += 10 * minuteMs;
    }

    const told = (await outbox.find('m/again/for/sec@acme.example'))?.mail;
    expect(sentIds()).toEqual(['m', 'm/again', 'm/again/for/ops@acme.example', 'm/again/for/sec@acme.example']);
    expect(told).toMatchObject({ to: 'Sec@acme.example', subject: `${grave.subject} (sent again)`, carries: [] });
    expect(told?.text).toContain(`No one knows whether this reached ${grave.to}, though it was sent twice`);
    expect(told?.text).toContain('Ask: (a link of the recipient alone) now');
    expect(`${told?.text}${told?.html}`).not.toContain('link.invalid');
    expect([told?.links, told?.standIns]).toEqual([undefined, undefined]);
  });

  test('goes to nobody else while the second one arrived', async () => {
    await outbox.write([{ ...grave, standIns: ['sec@acme.example'] }], writtenAt);
    sender.answerNext(isLost);

    await send();
    await send();
    await send();

    expect(sentIds()).toEqual(['m', 'm/again']);
  });

  test('whose sending was cut off reaches its recipient all the same', async () => {
    await outbox.write([grave], writtenAt);
    const since = new Date(nowMs).toISOString();
    await outbox.move('m', { kind: 'written', attempts: 0 }, { kind: 'sending', attempts: 1, owner: 'gone', since });

    nowMs += 10 * minuteMs;
    await send();

    expect(sentIds()).toEqual(['m/again']);
    expect(await stateOf('m')).toMatchObject({ kind: 'unknown' });
  });

  test('is shown for a week after it was reported', async () => {
    await outbox.write([grave], writtenAt);
    sender.answerNext(isLost);
    await send();
    await outbox.write([aMail({ mailId: 'next', carries: ['m'] })], writtenAt);
    await send();
    nowMs += 6 * 24 * 60 * minuteMs;
    await send();
    const shown = await outbox.listOpenStates();
    nowMs += 24 * 60 * minuteMs;
    await send();

    expect(shown.map(({ mailId }) => mailId)).toEqual(['m']);
    expect(await outbox.listOpenStates()).toEqual([]);
  });
});

test('a mail that names one of unknown outcome marks it as reported once it is taken', async () => {
  await write('lost');
  sender.answerNext(isLost);
  await send();
  await outbox.write([aMail({ mailId: 'next', carries: ['lost'] })], writtenAt);

  await send();

  expect(await stateOf('lost')).toEqual({ ...isLost, carriedBy: 'next' });
});

describe('a mail service that wants fewer mails', () => {
  test('is asked more slowly, and what it turned away is tried again after a rest', async () => {
    await write('a', 'b', 'c');
    sender.answerNext({ kind: 'sent', messageId: 'm-1' });
    sender.answerNext(isFull);

    const sent = await send();
    nowMs = startMs + 2 * minuteMs;
    const again = await send();

    expect(sent).toMatchObject({ taken: 2, turnedAway: 1, left: 1, comeBackAtMs: startMs + minuteMs });
    expect(waits).toEqual([{ name: 'pace-3', ms: 1_000 }]);
    expect(again).toMatchObject({ taken: 1, left: 0 });
    expect(sentIds()).toEqual(['a', 'c', 'b']);
  });

  test('is left alone after three in a row, and the mails after them keep all their tries', async () => {
    await write('a', 'b', 'c', 'd');
    [isFull, isFull, isFull].forEach((answer) => sender.answerNext(answer));

    const sent = await send();

    expect(sent).toMatchObject({ taken: 0, turnedAway: 3, left: 4, comeBackAtMs: startMs + minuteMs });
    expect(await stateOf('c')).toMatchObject({ kind: 'written', attempts: 1 });
    expect(await stateOf('d')).toEqual({ kind: 'written', attempts: 0 });
  });

  test('gets a mail ten times over four days, and then it counts as refused', async () => {
    await write('m');
    Array.from({ length: 10 }, () => isFull).forEach((answer) => sender.answerNext(answer));

    const triesMs: number[] = [];
    const overdue: number[] = [];
    let sent = await send();
    while (sent.kind === 'done' && sent.comeBackAtMs !== undefined && triesMs.length < 20) {
      nowMs = sent.comeBackAtMs;
      triesMs.push(nowMs - startMs);
      overdue.push(sent.overdue);
      sent = await send();
    }

    expect(triesMs.map((ms) => ms / minuteMs)).toEqual([1, 5, 21, 85, 341, 1_365, 2_805, 4_245, 5_685]);
    expect(overdue).toEqual([0, 0, 0, 1, 1, 1, 1, 1, 1]);
    expect(sent).toMatchObject({ refused: 1, left: 0 });
    expect(await stateOf('m')).toEqual({ kind: 'refused', problem: isFull.problem });
  });
});

test('a mail that the mail service will never take is refused once, and the others go out', async () => {
  await write('a', 'b');
  sender.answerNext({ kind: 'refused', problem: 'no such address', retryable: false });

  const sent = await send();

  expect(sent).toMatchObject({ taken: 1, refused: 1, turnedAway: 0, left: 0, problems: ['no such address'] });
  expect(await stateOf('a')).toEqual({ kind: 'refused', problem: 'no such address' });
});

test('a mail whose sender was silent for ten minutes is of unknown outcome, and not before', async () => {
  await write('m');
  const since = new Date(startMs).toISOString();
  await outbox.move('m', { kind: 'written', attempts: 0 }, { kind: 'sending', attempts: 1, owner: 'gone', since });

  nowMs = startMs + 9 * minuteMs;
  await send();
  const early = await stateOf('m');
  nowMs = startMs + 10 * minuteMs;
  await send();

  expect(early?.kind).toBe('sending');
  expect(await stateOf('m')).toMatchObject({ kind: 'unknown' });
  expect(sentIds()).toEqual([]);
});

test('what is written while a run sends is sent by the same run', async () => {
  await write('first');
  whenAsked(async () => write('meanwhile'));

  const sent = await send();

  expect(sent).toMatchObject({ taken: 2, left: 0 });
});

test('a mail that the list does not have yet is found by its id', async () => {
  await write('listed', 'fresh');
  const lagging = { ...outbox, listOpenStates: async () => withoutFresh(await outbox.listOpenStates()) };

  const sent = await send({ written: ['fresh', 'fresh', 'never-written'] }, { outbox: lagging });

  expect(sent).toMatchObject({ taken: 2, left: 0 });
  expect(sentIds()).toEqual(['listed', 'fresh']);
});

test('a list that still has what was sent a moment ago makes nothing go out again, and comes to an end', async () => {
  await write('m');
  const asItWas = await outbox.listOpenStates();
  const lagging = { ...outbox, listOpenStates: async () => asItWas };

  const sent = await send({}, { outbox: lagging });

  expect(sent).toMatchObject({ taken: 1, left: 0 });
  expect(sentIds()).toEqual(['m']);
});

test('a run waits half a minute for another one, and then leaves the mails to it', async () => {
  await write('m');
  const durationMs = 60 * minuteMs;
  await leases.acquire(mailsJob, { owner: 'other', nowMs, durationMs });

  const sent = await send();

  expect(sent).toEqual({ kind: 'held' });
  expect(waits.reduce((sum, { ms }) => sum + ms, 0)).toBe(30_000);
  expect(sentIds()).toEqual([]);
});

test('a run goes on as soon as the other one is done', async () => {
  await write('m');
  await leases.acquire(mailsJob, { owner: 'other', nowMs, durationMs: 3_000 });

  const sent = await send();

  expect(sent).toMatchObject({ taken: 1 });
  expect(waits).toHaveLength(2);
});

test('a run that finds nothing to send asks for no lease', async () => {
  await leases.acquire(mailsJob, { owner: 'other', nowMs, durationMs: 60 * minuteMs });

  const sent = await send();

  expect(sent).toMatchObject({ kind: 'done', taken: 0 });
});

test('a run that has no time left begins with no further mail, and says that there is more', async () => {
  await write('a', 'b');
  whenAsked(async () => {
    nowMs += 5 * minuteMs;
  });

  const sent = await send({ stopAtMs: startMs + 4 * minuteMs });

  expect(sent).toMatchObject({ taken: 1, left: 1, comeBackAtMs: nowMs });
  expect(await stateOf('b')).toEqual({ kind: 'written', attempts: 0 });
});

test('a run whose lease another one has taken stops, and leaves the rest to it', async () => {
  await write('a', 'b');
  whenAsked(async () => {
    nowMs += 5 * minuteMs;
    await leases.acquire(mailsJob, { owner: 'other', nowMs, durationMs: 60 * minuteMs });
  });

  const sent = await send();

  expect(sent).toMatchObject({ taken: 1, left: 1 });
});

test('one run sends a thousand mails at most, and says that there is more', async () => {
  await write(...Array.from({ length: 1_003 }, (_, index) => `m-${String(index).padStart(4, '0')}`));

  const first = await send();
  const second = await send();

  expect(first).toMatchObject({ taken: 1_000, left: 3, comeBackAtMs: startMs });
  expect(second).toMatchObject({ taken: 3, left: 0 });
  expect(new Set(sentIds()).size).toBe(1_003);
});

/** Lets something happen whenever the mail service is asked. */
function whenAsked(happen: () => Promise<void>): void {
  const plain = { ...sender };
  sender.send = async (mail) => {
    await happen();
    return plain.send(mail);
  };
}

function withoutFresh<M extends Pick<Mail, 'mailId'>>(mails: readonly M[]): readonly M[] {
  return mails.filter(({ mailId }) => mailId !== 'fresh');
}

test('a mail service that turns mails away now and then is asked at most every ten seconds', async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `m-${String(index).padStart(2, '0')}`);
  await write(...ids);
  ids.forEach((id, index) =>
    sender.answerNext(index % 2 === 0 ? isFull : { kind: 'sent', messageId: `message-${id}` }),
  );

  const sent = await send();

  expect(sent).toMatchObject({ taken: 6, turnedAway: 6 });
  expect([...new Set(waits.map(({ ms }) => ms))]).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
  expect(new Set(waits.map(({ name }) => name)).size).toBe(waits.length);
});

test('what the mail service said is told once, and at most twenty of it', async () => {
  const refusals = Array.from({ length: 25 }, (_, index) => `no such address ${index}`);
  await write(...refusals.map((_, index) => `m-${index}`), 'again');
  [...refusals, 'no such address 24'].forEach((problem) =>
    sender.answerNext({ kind: 'refused', problem, retryable: false }),
  );

  const sent = await send();

  expect(sent).toMatchObject({ refused: 26 });
  expect(sent.kind === 'done' && sent.problems).toHaveLength(20);
  await write('twice-1', 'twice-2');
  sender.answerNext({ kind: 'refused', problem: 'the same', retryable: false });
  sender.answerNext({ kind: 'refused', problem: 'the same', retryable: false });
  expect(await send()).toMatchObject({ problems: ['the same'] });
});

test('what is unforeseen is raised', async () => {
  await write('m');
  const broken = { ...outbox, move: async () => Promise.reject(new Error('unforeseen')) };

  await expect(send({}, { outbox: broken })).rejects.toThrow('unforeseen');
});

describe('a run that sends mails', () => {
  const nothing = { refused: 0, unknown: 0, turnedAway: 0, overdue: 0, left: 0, problems: [] };
  const outcomeOf = (said: Partial<Extract<MailsSent, { kind: 'done' }>>) =>
    mailsOutcome({ kind: 'done', taken: 3, ...nothing, ...said });

  test.for([
    ['complete', {}],
    ['partial', { unknown: 1 }],
    ['partial', { turnedAway: 1 }],
    ['failed', { refused: 1 }],
    ['failed', { turnedAway: 2, overdue: 1 }],
  ] as const)('is %s with %j', ([status, said]) => {
    expect(outcomeOf(said)).toEqual({ status, alerts: 0, isUnfinished: false, problems: [] });
  });

  test('is unfinished as long as something is left, and says what was said', () => {
    expect(outcomeOf({ left: 1, problems: ['x'] })).toMatchObject({ isUnfinished: true, problems: ['x'] });
  });

  test('is held where another one sends', () => {
    expect(mailsOutcome({ kind: 'held' })).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
  });
});
