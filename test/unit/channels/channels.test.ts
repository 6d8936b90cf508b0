import { beforeEach, describe, expect, test } from 'vitest';

import { channelAddress, channelIn, type ChannelTerms, wantsAlert } from '../../../shared/channels/channel.ts';
import { channelRecord } from '../../../shared/channels/contract/channel.ts';
import { memoryLeaseStore } from '../../../shared/kernel/runs/store/memory-run-store.ts';
import { channelOfMail, mailIdFor } from '../../../shared/mail/mail-id.ts';
import { channelAttemptsMax, type SendResult } from '../../../shared/mail/mail.ts';
import { memoryMailSender, memoryOutbox, memoryRecipientStore } from '../../../shared/mail/store/memory-mail-stores.ts';
import { signingSender } from '../../../shared/mail/use-cases/signed-links.ts';
import { deliveryMoment } from '../../../shared/notifications/delivery.ts';
import { notificationsOf } from '../../../shared/notifications/notification.ts';
import { routeTo, type Routing } from '../../../shared/notifications/routing.ts';
import { memoryAlertStore } from '../../../shared/notifications/store/memory-alert-store.ts';
import { draftMails } from '../../../shared/notifications/use-cases/due-mails.ts';
import type { LinkClaim } from '../../../shared/requests/link-claim.ts';
import { aMail } from '../../contract/mail-sender-contract.ts';
import { partOf } from '../../support/part-of.ts';
import { runMailer } from '../../world/mailer-process.ts';
import { virtualClock } from '../../world/virtual-clock.ts';
import { anObservation } from '../notifications/observed.ts';

const finops: ChannelTerms = { name: 'finops', kind: 'slack', severity: 'high' };
const routing: Routing = { admins: ['ada@acme.example'], fallback: [], unreachable: new Set(), channels: [finops] };

function raised(
  about: Parameters<typeof anObservation>[0],
  kind: 'condition-raised' | 'condition-resolved' = 'condition-raised',
) {
  return { kind, eventId: 'e1', conditionId: 'c1', observation: anObservation(about) } as const;
}

function recipientsOf(event: ReturnType<typeof raised>, more: Partial<Routing> = {}): readonly string[] {
  return notificationsOf(event, '2026-03-15T02:31:00.000Z', { ...routing, ...more }).map(({ recipient }) => recipient);
}

describe('a channel is a recipient', () => {
  test('it gets alerts of its least severity and above, and hears their end', () => {
    expect(recipientsOf(raised({ severity: 'high' }))).toEqual(['ada@acme.example', 'slack:finops']);
    expect(recipientsOf(raised({ severity: 'medium' }))).toEqual(['ada@acme.example']);
    expect(recipientsOf(raised({ severity: 'high' }, 'condition-resolved'))).toContain('slack:finops');
  });

  test('what is for one person alone reaches no channel', () => {
    const user = { userId: 'u1', email: 'bob@acme.example' };

    expect(recipientsOf(raised({ severity: 'high', user, notifiesAdmins: false }))).toEqual(['bob@acme.example']);
  });

  test('one that takes no message is replaced like a person whom mail does not reach', () => {
    const unreachable = new Set(['slack:finops']);

    expect(recipientsOf(raised({ severity: 'high' }), { unreachable, fallback: ['teams:ops'] })).toEqual([
      'ada@acme.example',
      'teams:ops',
    ]);
    expect(routeTo(['slack:finops'], { ...routing, unreachable })).toEqual(['ada@acme.example']);
  });

  test('it chooses by group, kind, team and budget', () => {
    const alert = {
      severity: 'high',
      kind: 'budget-use',
      group: 'budgets',
      scope: { kind: 'team', name: 'web' },
    } as const;
    const wants = (terms: Partial<ChannelTerms>) => wantsAlert({ ...finops, ...terms }, alert);

    expect([
      wants({ alerts: ['budgets'] }),
      wants({ alerts: ['budget-use'] }),
      wants({ alerts: ['controls'] }),
    ]).toEqual([true, true, false]);
    expect([wants({ teams: ['web'] }), wants({ teams: ['core'] }), wants({ budgets: ['team:web'] })]).toEqual([
      true,
      false,
      true,
    ]);
    expect(wants({ teams: ['core'], budgets: ['team:web'] })).toBe(true);
  });

  test('its address is no mail address, and names it alone', () => {
    expect(channelIn(channelAddress(finops))).toEqual({ kind: 'slack', name: 'finops' });
    expect(['ada@acme.example', 'slack:', 'slack:A B', 'sms:ops', 'slack:a/b'].map(channelIn)).toEqual(
      Array(5).fill(undefined),
    );
    expect(channelOfMail(mailIdFor('slack:finops', 'told/1'))).toBe('slack:finops');
    expect(mailIdFor('ada@acme.example', mailIdFor('slack:finops', 'told/1'))).toBe('told/1');
  });

  test('a wrong word is told with the nearest right one', () => {
    const read = channelRecord.parse({ name: 'finops', kind: 'slak', severity: 'hihg', alerts: ['budget'] });

    expect(read).toEqual({
      kind: 'refused',
      problems: [
        'field "kind": "slak" is unknown; did you mean "slack"?',
        'field "severity": "hihg" is no severity; did you mean "high"?',
        'field "alerts": "budget" is neither a group nor a kind of alerts; did you mean "budgets"?',
      ],
    });
  });
});

describe('a link in its message', () => {
  const run = { runId: 'run', at: '2026-03-15T02:30:00.000Z', today: '2026-03-15' };
  const clock = { now: () => Date.parse(run.at) };

  /** The message to the channel as it is sent, with what its link is signed for; `token` stands for the signature. */
  async function sentFor(event: ReturnType<typeof raised>) {
    const ports = { outbox: memoryOutbox(), alerts: memoryAlertStore(), clock };
    const told = notificationsOf(event, run.at, { ...routing, door: 'https://door.example' });
    await ports.alerts.enqueue(told.filter(({ recipient }) => recipient === 'slack:finops'));
    const delivery = deliveryMoment({ quietHours: [], digest: [] }, clock.now());
    const leases = ['limits', 'controls'] as const;
    const drafts = await draftMails(ports, run, { leases, delivery, summaries: [] });
    const [{ mail } = expect.unreachable('a message is composed')] = drafts.map((compose) => compose());
    const claims: LinkClaim[] = [];
    const sign = async (claim: LinkClaim) => Promise.resolve(`token-${claims.push(claim)}`);
    const sender = memoryMailSender();
    await signingSender(sender, { links: partOf({ sign }), clock }).send(mail);
    return { stored: mail, sent: sender.delivered()[0]?.message?.links, claims };
  }

  test('acknowledges the alert, is signed for the channel when it is sent, and is stored unsigned', async () => {
    const { stored, sent, claims } = await sentFor(raised({ severity: 'high' }));

    expect(sent).toEqual([{ text: 'Acknowledge', url: 'https://door.example/acknowledge/token-1' }]);
    expect(claims).toMatchObject([{ purpose: 'acknowledge', person: 'slack:finops', subject: 'alert/c1' }]);
    expect(stored.message?.links?.[0]?.url).toMatch(/^https:\/\/link\.invalid\//u);
  });

  test('is missing where nothing is open, or where only those who decide on the controls acknowledge', async () => {
    const over = await sentFor(raised({ severity: 'high' }, 'condition-resolved'));
    const evidence = await sentFor(raised({ severity: 'high', topic: 'controls-loosened' }));

    expect([over.sent, evidence.sent]).toEqual([undefined, undefined]);
  });
});

describe('sending', () => {
  const startMs = Date.parse('2026-03-15T02:32:00.000Z');
  let results: Record<string, SendResult>;
  let sent: string[];
  let outbox: ReturnType<typeof memoryOutbox>;
  let recipients: ReturnType<typeof memoryRecipientStore>;
  let clock: ReturnType<typeof virtualClock>;

  beforeEach(() => {
    results = {};
    sent = [];
    outbox = memoryOutbox();
    recipients = memoryRecipientStore();
    clock = virtualClock(startMs);
  });

  const gone: SendResult = { kind: 'refused', problem: 'it answered 410: the channel is gone', retryable: false };
  const busy: SendResult = { kind: 'refused', problem: 'busy', retryable: true, retryAfterMs: 600_000 };

  async function write(...to: readonly string[]): Promise<void> {
    const message = { at: '2026-03-15T02:31:00.000Z', alerts: [], alertsInAll: 0 };
    const mails = to.map((each, index) =>
      aMail({
        mailId: mailIdFor(each, `told/${index}`),
        to: each,
        standIns: ['ada@acme.example', 'teams:ops'],
        ...(channelIn(each) && { message }),
      }),
    );
    await outbox.write(mails, '2026-03-15T02:31:00.000Z');
  }

  async function run() {
    let lastId = 0;
    const sender = {
      send: async (mail: { readonly to: string }) => {
        sent.push(mail.to);
        return Promise.resolve(results[mail.to] ?? ({ kind: 'sent', messageId: 'm' } as const));
      },
    };
    return runMailer({
      clock,
      ids: { next: () => `id-${(lastId += 1)}` },
      leases: memoryLeaseStore(),
      outbox,
      sender,
      recipients,
    });
  }

  test('what a channel refuses for good goes to others at once, and the channel counts as unreachable', async () => {
    results['slack:finops'] = gone;
    await write('slack:finops');

    const outcome = await run();

    expect(sent).toEqual(['slack:finops', 'teams:ops', 'ada@acme.example']);
    expect(outcome).toMatchObject({ kind: 'done', passedOn: 1, refused: 0, taken: 2 });
    expect(await recipients.find('slack:finops')).toMatchObject({
      trouble: { cause: 'refused', detail: 'it answered 410: the channel is gone' },
    });
    const copy = await outbox.find('told/0/again/for/ada@acme.example');
    expect(copy?.mail.text).toMatch(/^The Slack channel finops did not take this: it answered 410/u);
    expect(copy?.mail.message).toBeUndefined();
  });

  test('a channel that is busy is left alone until it says, and holds up no other', async () => {
    results['slack:finops'] = busy;
    await write('slack:finops', 'slack:finops', 'teams:ops', 'bob@acme.example');

    const outcome = await run();

    expect(sent.toSorted()).toEqual(['bob@acme.example', 'slack:finops', 'teams:ops']);
    expect(outcome).toMatchObject({ taken: 2, turnedAway: 1, comeBackAtMs: startMs + 600_000 });
    expect((await outbox.find('slack:finops/told/0'))?.state).toEqual({
      kind: 'written',
      attempts: 1,
      tryAfter: '2026-03-15T02:42:00.000Z',
    });
  });

  test('a channel that stays busy is given up after five tries', async () => {
    results['slack:finops'] = busy;
    await write('slack:finops');

    for (let tries = 0; tries < channelAttemptsMax; tries += 1) {
      await run();
      clock.moveBy(24 * 3_600_000);
    }

    expect(sent.filter((to) => to === 'slack:finops')).toHaveLength(channelAttemptsMax);
    expect(sent).toContain('ada@acme.example');
  });

  test('a mail service that is busy holds up no channel', async () => {
    results['bob@acme.example'] = { kind: 'refused', problem: 'fewer', retryable: true };
    await write('bob@acme.example', 'bob@acme.example', 'bob@acme.example', 'slack:finops');

    await run();

    expect(sent).toContain('slack:finops');
  });

  test('a message that was being sent when its run ended is sent again where the receiver recognizes it', async () => {
    await write('webhook:ops', 'slack:finops');
    const sending = { kind: 'sending', attempts: 1, owner: 'gone', since: '2026-03-15T02:00:00.000Z' } as const;
    for (const mailId of ['webhook:ops/told/0', 'slack:finops/told/1']) {
      await outbox.move(mailId, { kind: 'written', attempts: 0 }, sending);
    }

    await run();

    expect(sent).toEqual(['webhook:ops']);
    expect((await outbox.find('slack:finops/told/1'))?.state.kind).toBe('unknown');
  });
});
