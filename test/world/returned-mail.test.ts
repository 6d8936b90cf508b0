import { expect, test } from 'vitest';

import type { MailEvent } from '../../shared/mail/recipient.ts';
import { clearRecipient } from '../../shared/mail/use-cases/clear-recipient.ts';
import { recordMailEvent } from '../../shared/mail/use-cases/watch-mail.ts';
import { countReachable } from '../../shared/notifications/use-cases/read-routing.ts';
import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';

const admin = 'admin@acme.example';
const cache = 'desk@acme.example';
const ann = 'Ann@acme.example';

const month = {
  scope: 'user:ann@acme.example',
  window: 'month',
  amount: 5_000,
  owners: ['boss@acme.example'],
} as const;

/** Ann uses a thousand credits a day of a month that has five: she is told at 80 % and at 100 %, and so is an owner. */
const organization: Scenario = {
  members: [{ userId: 'u-ann', email: ann, demand: [1_000] }],
  budgets: [month],
  admins: [admin],
  isEnforced: false,
};
const alerts = { fallback: [cache], unreachable: [], quietHours: [], digest: [] };

/** What came back of a mail to somebody on the morning of a day. */
function returned(day: string, to: string, what: MailEvent['what'] = 'hard-bounce'): MailEvent {
  return {
    eventId: `${what}/${to}/${day}`,
    at: `${day}T02:31:00.000Z`,
    address: to.toLowerCase(),
    what,
    detail: 'Permanent, General: 550 5.1.1 user unknown',
    subject: 'Curfew: your budget',
  };
}

function mailsTo({ sender }: EnforcementWorld, recipient: string) {
  return sender.delivered().filter(({ to }) => to.toLowerCase() === recipient.toLowerCase());
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

test('a recipient who bounces is no longer notified: the fallback list is, and the admins are notified of it once', async () => {
  const world = anEnforcementWorld({ ...organization, settings: { alerts } });
  await runEnforcement(world, '2026-01-18');
  expect(mailsTo(world, ann)).toHaveLength(1);

  await recordMailEvent(world.stores, returned('2026-01-18', ann));
  await runEnforcement(world, '2026-01-19');
  await runEnforcement(world, '2026-01-20');

  expect(mailsTo(world, ann)).toHaveLength(1);
  expect(mailsTo(world, cache).map(({ text }) => text)).toEqual([expect.stringContaining('monthly budget')]);
  const told = mailsTo(world, admin).map(({ text }) => text);
  const words = 'Mail to ann@acme.example bounces: others get it in their place';
  expect(told.filter((text) => text.includes(words))).toHaveLength(1);
  expect(told.join('\n')).toContain('550 5.1.1 user unknown');
  expect(told.join('\n')).toContain('“Curfew: your budget” may not');
  expect(told.join('\n')).toContain('curfew alerts unreachable clear ann@acme.example');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('once an address is cleared, mail goes there again, and the admins are notified of that', async () => {
  const world = anEnforcementWorld({ ...organization, settings: { alerts } });
  await recordMailEvent(world.stores, returned('2026-01-17', ann));
  await runEnforcement(world, '2026-01-18');
  expect(mailsTo(world, ann)).toEqual([]);

  const cleared = await clearRecipient(world.stores, ann, { name: 'ada', at: '2026-01-18T09:00:00.000Z' });
  await recordMailEvent(world.stores, returned('2026-01-17', ann, 'complaint'));
  await runEnforcement(world, '2026-01-19');

  expect(cleared.kind).toBe('cleared');
  expect(mailsTo(world, ann)).toHaveLength(1);
  const told = mailsTo(world, admin).map(({ text }) => text);
  expect(countOf(told.join('\n'), 'Mail goes to ann@acme.example again')).toBe(1);
});

test('an address that bounces again after it was cleared is reported again, even when no run was in between', async () => {
  const world = anEnforcementWorld({ ...organization, settings: { alerts } });
  await recordMailEvent(world.stores, returned('2026-01-17', ann));
  await runEnforcement(world, '2026-01-18');

  await clearRecipient(world.stores, ann, { name: 'ada', at: '2026-01-18T09:00:00.000Z' });
  await recordMailEvent(world.stores, { ...returned('2026-01-18', ann), at: '2026-01-18T09:30:00.000Z' });
  await runEnforcement(world, '2026-01-19');

  const [, second] = mailsTo(world, admin).map(({ text }) => text);
  expect(second).toContain('ann@acme.example bounces');
});

test('a delayed mail changes no routing', async () => {
  const world = anEnforcementWorld({ ...organization, settings: { alerts } });

  await recordMailEvent(world.stores, returned('2026-01-17', ann, 'soft-bounce'));
  await recordMailEvent(world.stores, returned('2026-01-17', ann, 'delay'));
  await runEnforcement(world, '2026-01-18');

  expect(mailsTo(world, ann)).toHaveLength(1);
  expect(mailsTo(world, cache)).toEqual([]);
});

test('the summary for an admin who bounces goes to the fallback list, and those of the others stay theirs', async () => {
  const other = 'other@acme.example';
  const world = anEnforcementWorld({ ...organization, admins: [admin, other], settings: { alerts } });

  await recordMailEvent(world.stores, returned('2026-01-17', admin, 'complaint'));
  await runEnforcement(world, '2026-01-18');

  expect(mailsTo(world, admin)).toEqual([]);
  expect(mailsTo(world, cache)).toHaveLength(1);
  expect(mailsTo(world, other)).toHaveLength(1);
});

test('where no admin is reachable, the run ends all the same, and the count for the alarm is 0', async () => {
  const world = anEnforcementWorld(organization);
  await recordMailEvent(world.stores, returned('2026-01-17', admin));
  world.clock.moveTo(instantOf('2026-01-18'));

  const { outcome } = await runEnforcement(world, '2026-01-18');

  expect(outcome.status).toBe('complete');
  expect(mailsTo(world, admin)).toEqual([]);
  expect(await countReachable(world.stores.recipients, world.settings)).toEqual({
    adminsReachable: 0,
    recipientsUnreachable: 1,
  });
});
