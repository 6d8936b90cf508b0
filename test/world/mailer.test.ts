import { expect, test, vi } from 'vitest';

import { memoryLeaseStore } from '../../shared/kernel/runs/store/memory-run-store.ts';
import {
  memoryMailSender,
  type MemoryMailSender,
  memoryOutbox,
  memoryRecipientStore,
  type MemoryOutbox,
} from '../../shared/mail/store/memory-mail-stores.ts';
import type { MailerPorts, MailsSent } from '../../shared/mail/use-cases/send-mails.ts';
import { aMail } from '../contract/mail-sender-contract.ts';
import { aroundPorts, type Around } from './around-ports.ts';
import { runMailer } from './mailer-process.ts';
import { meanwhile } from './meanwhile.ts';
import { BrokenOffError, recordedSteps, type Break, type StepRecord } from './recorded-steps.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { waysAt, interruption, type Stop } from './sudden-end.ts';
import { hourMs, minuteMs, virtualClock, type VirtualClock } from './virtual-clock.ts';

interface MailerWorld extends MailerPorts {
  readonly clock: VirtualClock;
  readonly outbox: MemoryOutbox;
  readonly sender: MemoryMailSender;
}

const startMs = Date.parse('2026-03-15T02:31:00.000Z');
/** The end of somebody's quiet hours. */
const notBefore = '2026-03-15T03:00:00.000Z';
const mailIds = ['lost', 'a', 'b', 'telling', 'quiet', 'throttled'];

/** An earlier mail of unknown outcome, and five to send: one tells of it, one waits, one is turned away at first. */
async function aMailerWorld(): Promise<MailerWorld> {
  let lastId = 0;
  const world = {
    clock: virtualClock(startMs),
    ids: { next: () => `id-${(lastId += 1)}` },
    leases: memoryLeaseStore(),
    outbox: memoryOutbox(),
    recipients: memoryRecipientStore(),
    sender: memoryMailSender(),
  };
  const { outbox, sender, clock } = world;
  const at = new Date(clock.now()).toISOString();
  await outbox.write([aMail({ mailId: 'lost' })], at);
  sender.answerNext({ kind: 'unknown', problem: 'no answer' });
  await runMailer(world);
  clock.moveBy(minuteMs);
  const telling = aMail({ mailId: 'telling', carries: ['lost'] });
  const quiet = aMail({ mailId: 'quiet', notBefore });
  await outbox.write([aMail({ mailId: 'a' }), aMail({ mailId: 'b' }), telling, quiet], at);
  await outbox.write([aMail({ mailId: 'throttled' })], new Date(clock.now()).toISOString());
  ['m-1', 'm-2', 'm-3'].forEach((messageId) => sender.answerNext({ kind: 'sent', messageId }));
  sender.answerNext({ kind: 'refused', problem: 'fewer mails for now', retryable: true });
  return world;
}

test(
  'the mailer is stopped at any effect in any way, and those after it send everything once',
  { timeout: roundsTimeoutMs },
  async () => {
    const { effects } = await sendDisturbed(await aMailerWorld());

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await aMailerWorld();
        await sendDisturbed(world, { effect, disturbance });
        expect({ label, twice: twiceIn(world) }).toEqual({ label, twice: [] });

        await runFor(world, 90);

        expect({ label, ...(await endOf(world)) }).toEqual({ label, twice: [], notSent: [] });
      }
    }
    expect(effects.filter((name) => name === 'sender.send')).toHaveLength(4);
  },
);

test.for([
  { title: 'at that moment', afterMs: 0 },
  { title: 'after its lease has run out', afterMs: hourMs },
])(
  'two mailers at once send everything once: one stands still at any effect, the other runs $title',
  async ({ afterMs }) => {
    const { effects } = await sendDisturbed(await aMailerWorld());

    for (const [index, name] of effects.entries()) {
      for (const side of ['before', 'after'] as const) {
        const label = `${side} effect ${index + 1}, ${name}`;
        const world = await aMailerWorld();
        const around = meanwhile({ effect: index + 1, side }, async () => {
          world.clock.moveBy(afterMs);
          await runMailer(world);
        });
        await runMailer(aroundPorts(world, around));
        await runFor(world, 90);

        expect({ label, ...(await endOf(world)) }).toEqual({ label, twice: [], notSent: [] });
      }
    }
    expect.hasAssertions();
  },
);

test('a durable run that is broken off at any step goes on where it was, by the same steps', async () => {
  const names: string[] = [];
  const undisturbed = await aMailerWorld();
  const expected = await sendDurably(undisturbed, { record: new Map(), names });

  for (let step = 1; step <= names.length; step += 1) {
    for (const side of ['before', 'after'] as const) {
      const label = `broken off ${side} step ${step}, ${names[step - 1]}`;
      const world = await aMailerWorld();
      const record: StepRecord = new Map();
      const first: string[] = [];
      const again: string[] = [];
      await expect(sendDurably(world, { record, names: first, breakAt: { step, side } })).rejects.toThrow(
        BrokenOffError,
      );
      const sent = await sendDurably(world, { record, names: again });

      expect({ label, names: again.slice(0, step) }).toEqual({ label, names: names.slice(0, step) });
      expect({ label, sent: tallyOf(sent) }).toEqual({ label, sent: tallyOf(expected, names[step - 1], side) });
      await runFor(world, 90);
      expect({ label, ...(await endOf(world)) }).toEqual({ label, twice: [], notSent: [] });
    }
  }
  expect(names).toContain('mail-4');
});

const channelIds = ['webhook:ops/told/1', 'webhook:ops/told/2', 'slack:finops/told/1'];

/** The same, and messages to channels beside its mails. */
async function aWorldWithChannels(): Promise<MailerWorld> {
  const world = await aMailerWorld();
  const messages = channelIds.map((mailId) =>
    aMail({ mailId, to: mailId.split('/')[0] ?? '', message: { at: notBefore, alerts: [], alertsInAll: 0 } }),
  );
  await world.outbox.write(messages, new Date(world.clock.now()).toISOString());
  return world;
}

/** Where messages arrived too often or never: a webhook recognizes an id that it has, a chat and people do not. */
async function faultsIn(world: MailerWorld) {
  const { twice, notSent } = await endOf(world);
  const arrived = new Set(world.sender.delivered().map(({ mailId }) => mailId));
  const states = await Promise.all(channelIds.map(async (mailId) => (await world.outbox.find(mailId))?.state.kind));
  return {
    twice: twice.filter((mailId) => !mailId.startsWith('webhook:')),
    notSent: [...notSent, ...channelIds.filter((id, at) => !arrived.has(id) && states[at] !== 'unknown')],
  };
}

test('the step of the channels may be broken off beside the mails: each message arrives under one id, in chats once', async () => {
  const names: string[] = [];
  await sendDurably(await aWorldWithChannels(), { record: new Map(), names });

  for (let step = 1; step <= names.length; step += 1) {
    for (const side of ['before', 'after'] as const) {
      const world = await aWorldWithChannels();
      const record: StepRecord = new Map();
      const broken = sendDurably(world, { record, names: [], breakAt: { step, side } });
      await expect(broken).rejects.toThrow(BrokenOffError);
      await sendDurably(world, { record, names: [] });
      await runFor(world, 90);

      const label = `broken off ${side} ${names[step - 1]}`;
      expect({ label, ...(await faultsIn(world)) }).toEqual({ label, twice: [], notSent: [] });
    }
  }
  expect(names).toContain('channels-1');
});

test('a mailer that dies at any effect of a message to a channel leaves it to the next, under the same id', async () => {
  const { effects } = await sendDisturbed(await aWorldWithChannels());

  for (let effect = 1; effect <= effects.length; effect += 1) {
    for (const disturbance of waysAt(effect)) {
      const world = await aWorldWithChannels();
      await sendDisturbed(world, { effect, disturbance });
      await runFor(world, 90);

      const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
      expect({ label, ...(await faultsIn(world)) }).toEqual({ label, twice: [], notSent: [] });
    }
  }
  expect(effects.filter((name) => name === 'sender.send')).toHaveLength(4 + channelIds.length);
});

test('a channel that never answers keeps no mail and no other channel waiting', async () => {
  const world = await aWorldWithChannels();
  const { sender } = world;
  const isStuck = new Set(['webhook:ops']);
  const send: typeof sender.send = async (mail) =>
    isStuck.has(mail.to) ? new Promise<never>(() => undefined) : sender.send(mail);

  void runMailer({ ...world, sender: { send } });

  await vi.waitFor(() =>
    expect(sender.delivered().map(({ mailId }) => mailId)).toEqual(
      expect.arrayContaining(['a', 'b', 'throttled', 'slack:finops/told/1']),
    ),
  );
});

/** A mail whose step was broken off after it was sent is passed by when the step is done again. */
function tallyOf(sent: MailsSent, brokenStep = '', side: Break['side'] = 'before') {
  const isSentBefore = side === 'after' && /^mail-[123]$/.test(brokenStep);
  return sent.kind === 'held' ? sent : sent.taken - Number(isSentBefore);
}

async function sendDurably(
  world: MailerWorld,
  { record, names, breakAt }: { readonly record: StepRecord; readonly names: string[]; readonly breakAt?: Break },
) {
  const pause = (ms: number): void => world.clock.moveBy(ms);
  const steps = recordedSteps(record, names, { pause, ...(breakAt === undefined ? {} : { breakAt }) });
  return runMailer(world, { steps });
}

async function sendDisturbed(world: MailerWorld, stop?: Stop) {
  const { around, death, effects } = interruption(stop);
  const timed: Around = async (call, perform) => {
    world.clock.moveBy(call.isEffect ? minuteMs / 600 : 0);
    return around(call, perform);
  };
  const ended = runMailer(aroundPorts(world, timed)).catch((error: unknown) => {
    if (stop === undefined || !(error instanceof Error) || error.name === 'InvariantError') {
      throw error;
    }
    return 'threw' as const;
  });
  return { ended: await Promise.race([ended, death]), effects };
}

/** The schedule, every ten minutes. */
async function runFor(world: MailerWorld, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 10) {
    world.clock.moveBy(10 * minuteMs);
    await runMailer(world);
  }
}

function twiceIn({ sender }: MailerWorld): readonly string[] {
  const accepted = sender.delivered().map(({ mailId }) => mailId);
  return accepted.filter((mailId, index) => accepted.indexOf(mailId) !== index);
}

/** What went out twice; and what is neither known to be sent, nor of unknown outcome and so to be told of. */
async function endOf(world: MailerWorld) {
  const notSent: string[] = [];
  for (const mailId of mailIds) {
    const state = (await world.outbox.find(mailId))?.state;
    if (state?.kind !== 'sent' && state?.kind !== 'unknown') {
      notSent.push(`${mailId} is ${state?.kind}`);
    }
  }
  return { twice: twiceIn(world), notSent };
}
