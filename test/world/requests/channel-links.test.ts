import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { ChannelTerms } from '../../../shared/channels/channel.ts';
import { dayOf, msPerDay } from '../../../shared/kernel/time/day.ts';
import { isOpen } from '../../../shared/notifications/conditions/acknowledge.ts';
import { requestLimits } from '../../../shared/requests/request.ts';
import { anEnforcementWorld, runEnforcement } from '../enforcement-world.ts';
import { aRequestWorld, formIn, linkAddress, pathIn, send, type RequestWorld } from './request-world.ts';

const finops: ChannelTerms = { name: 'finops', kind: 'slack', severity: 'high' };

let world: RequestWorld;
let channels: readonly ChannelTerms[];

beforeAll(async () => {
  world = await aRequestWorld();
  Object.assign(world.stores.recipients, { listChannels: async () => Promise.resolve(channels) });
});

beforeEach(() => {
  channels = [finops, { name: 'oncall', kind: 'pagerduty', severity: 'high' }];
});

async function openAlerts() {
  const states = await world.stores.alerts.read('limits', []);
  return states.filter((state) => isOpen(state, dayOf(world.clock.now())));
}

interface LinkTerms {
  readonly person?: string;
  readonly days?: number;
}

async function linkTo(
  conditionId: string,
  { person = 'slack:finops', days = requestLimits.linkDaysMax }: LinkTerms = {},
) {
  const expiresAt = Math.floor((world.clock.now() + days * msPerDay) / 1_000);
  const subject = `alert/${conditionId}`;
  return `/acknowledge/${await world.links.sign({ purpose: 'acknowledge', person, subject, expiresAt, nonce: 'n' })}`;
}

async function acknowledgements(conditionId: string) {
  const range = { from: '2026-01-01', through: '2026-12-31' };
  return world.stores.journal.list(range, 100, ['alert-acknowledged'], conditionId);
}

describe('a link to acknowledge in a message to a channel', () => {
  let conditionId: string;
  let path: string;
  beforeAll(async () => {
    conditionId = (await openAlerts())[0]?.conditionId ?? '';
    path = await linkTo(conditionId);
  });

  test('opens a page that says what will happen, and changes nothing', async () => {
    const page = await world.pages.get(path);

    expect(page.status).toBe(200);
    expect(page.html).toContain('Acknowledging ends the notifications of this alert');
    expect(page.html).toContain('Slack channel finops');
    expect(await acknowledgements(conditionId)).toEqual([]);
  });

  test('does nothing without the token of its page', async () => {
    const sent = await world.pages.post(path, new Map([['reason', 'known']]));

    expect(sent.status).toBe(400);
    expect(await acknowledgements(conditionId)).toEqual([]);
  });

  test.each([
    ['of a channel that is none', async () => linkTo(conditionId, { person: 'teams:finops' })],
    ['of an alert that is none', async () => linkTo('use/none')],
    ['altered', async () => Promise.resolve(`${path}x`)],
  ])('is refused without a hint: %s', async (_what, made) => {
    const [refused, got] = [await world.pages.get('/acknowledge/none.of.it'), await world.pages.get(await made())];

    expect([got.status, got.html]).toEqual([403, refused.html]);
  });

  test('is refused once its channel is removed', async () => {
    channels = [];

    expect((await world.pages.get(path)).status).toBe(403);
  });

  test('says that it has expired', async () => {
    const old = await linkTo(conditionId, { days: 0 });

    for (const answer of [await world.pages.get(old), await world.pages.post(old, new Map())]) {
      expect([answer.status, answer.html.includes('This link has expired')]).toEqual([403, true]);
    }
    expect(await world.pages.refuse(old)).toMatchObject({ status: 403 });
  });

  test('acknowledges once, in the name of the channel and on the pager, and says then that it has been used', async () => {
    const form = formIn(await world.pages.get(path));
    const fields = new Map(Object.entries({ form, reason: '<b>known</b>' }));

    const [first, second] = [await world.pages.post(path, fields), await world.pages.post(path, fields)];

    expect([first.status, second.status]).toEqual([303, 400]);
    const written = world.stores.outbox
      .writtenMailIds()
      .filter((id) => id.startsWith('pagerduty:oncall/acknowledged/'));
    expect(await Promise.all(written.map(async (id) => world.stores.outbox.find(id)))).toMatchObject([
      { mail: { to: 'pagerduty:oncall', message: { alerts: [{ state: 'acknowledged' }] } } },
    ]);
    expect(await acknowledgements(conditionId)).toMatchObject([
      { actor: 'slack:finops (by link)', detail: { reason: '<b>known</b>' } },
    ]);
    const page = await world.pages.get(path);
    expect(page.html).toContain('this link has been used');
    expect(page.html).toContain('&#60;b&#62;known');
    expect(page.html).not.toContain('<form');
  });

  test('stays used when the alert comes back: a newer message has a link of its own', async () => {
    const [state] = await world.stores.alerts.find([conditionId]);
    const { acknowledged: _, ...open } = state as NonNullable<typeof state>;
    world.clock.moveBy(msPerDay);
    await world.stores.alerts.put([{ ...open, asOf: new Date(world.clock.now()).toISOString() }]);

    await send(world, path, { reason: 'again' });

    expect((await world.pages.get(path)).html).toContain('this link has been used');
    expect((await world.pages.get(await linkTo(conditionId))).html).toContain('Acknowledge an alert');
    expect(await acknowledgements(conditionId)).toHaveLength(1);
  });
});

test('a channel that chooses it gets the summary of the night, as one message beside those of its alerts', async () => {
  const night = anEnforcementWorld({
    members: [{ userId: 'u-ann', email: 'ann@acme.example', demand: [1_000] }],
    budgets: [{ scope: 'default', window: 'month', amount: 9_000 }],
    admins: ['boss@acme.example'],
  });
  const { outbox, recipients } = night.stores;
  Object.assign(recipients, { listChannels: async () => Promise.resolve([{ ...finops, reports: ['summary'] }]) });

  await runEnforcement(night, '2026-01-28');

  const written = outbox.writtenMailIds().filter((id) => id.startsWith('slack:finops/summary/'));
  const [mail] = await Promise.all(written.map(async (id) => (await outbox.find(id))?.mail));
  expect(written).toEqual(['slack:finops/summary/2026-01-28/slack:finops']);
  expect(mail?.message).toMatchObject({ alerts: [], lead: expect.stringContaining(' · ') as string });
});

describe('a request for credits in a channel', () => {
  const roles = { viewers: [], budgetAdmins: [], approvers: ['boss@acme.example'], security: [], teamOwners: {} };

  /** Ann asks; what is sent to the channel, and the path of its button with this text. */
  async function asked(channel: Partial<ChannelTerms>, ownLimit?: boolean) {
    world = await aRequestWorld({ roles, fourEyes: { ownLimit } });
    channels = [{ ...finops, ...channel }];
    Object.assign(world.stores.recipients, { listChannels: async () => Promise.resolve(channels) });
    await send(world, pathIn(await world.stopMail()), { credits: '3k', until: '2026-01-31', reason: 'release' });
    const mail = (await world.tell()).find(({ to }) => to === 'slack:finops');
    const buttons = mail?.message?.links ?? [];
    return {
      mail,
      texts: buttons.map(({ text }) => text),
      path: (wanted: string) => buttons.find(({ text }) => text === wanted)?.url.slice(linkAddress.length) ?? '',
    };
  }

  async function decisions() {
    return world.stores.journal.list({ from: '2026-01-01', through: '2026-12-31' }, 10, ['request-decided']);
  }

  test.each([{ reports: ['requests'] }, { approver: true }] as const)(
    'reaches a channel that chooses requests, without a button to decide unless people decide on their own: %o',
    async (terms) => {
      const { mail, texts } = await asked(terms);

      expect(mail?.subject).toContain('asks for 3,000 credits');
      expect(mail?.message).toMatchObject({ alerts: [], lead: expect.stringContaining('Reason: release · Team: web') });
      expect(texts).toEqual([]);
    },
  );

  test('is decided once from a channel that is an approver, in its name, and not once it is none', async () => {
    const { texts, path } = await asked({ approver: true }, false);

    expect(texts).toEqual(['Approve', 'Give less', 'Deny']);
    expect((await world.pages.get(path('Deny'))).html).toContain('value="deny" checked');
    expect(await decisions()).toEqual([]);
    expect((await send(world, path('Approve'), { verdict: 'approve', pools: 'raise' })).status).toBe(303);
    await send(world, path('Deny'), { verdict: 'deny', reason: 'late' });
    expect(await decisions()).toMatchObject([{ actor: 'slack:finops (by link)', detail: { state: 'approved' } }]);
    expect((await world.pages.get(path('Deny'))).html).toContain('There is nothing left to decide');
    channels = [finops];
    expect((await world.pages.get(path('Deny'))).status).toBe(403);
  });
});
