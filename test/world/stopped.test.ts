import { expect, test } from 'vitest';

import { addDays, type Day } from '../../shared/kernel/time/day.ts';
import { checkInvariants } from './check-invariants.ts';
import { editByHand, handOver } from './edit-world.ts';
import {
  anEnforcementWorld,
  instantOf,
  runEnforcement,
  setBudgets,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';

const admin = 'admin@acme.example';
const lead = 'lead@acme.example';
const first: Day = '2026-01-15';

/** Three people who want a thousand credits a day each, on a platform that keeps limits. */
const organization: Scenario = {
  members: ['ann', 'bob', 'cy'].map((name) => ({
    userId: `u-${name}`,
    email: `${name}@acme.example`,
    demand: [1_000],
  })),
  budgets: [],
  admins: [admin],
};

test.for([
  { scope: 'team:web', people: ['ann', 'bob'] },
  { scope: 'org', people: ['ann', 'bob', 'cy'] },
  { scope: 'default', people: ['ann', 'bob', 'cy'] },
])('whom the monthly budget of $scope stops is notified once, and its owners and the admins read who', async (row) => {
  const { scope, people } = row;
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ scope, window: 'month', amount: 9_000, owners: [lead] }],
  });
  world.stores.teams.writeByHand({ name: 'web', members: ['ann@acme.example', 'bob@acme.example'], position: 1 });

  await nights(world, 14);

  for (const name of people) {
    const told = stoppedMails(world, `${name}@acme.example`);
    expect(told).toHaveLength(1);
    expect(told[0]?.subject).toContain('Sun 1 Feb, 00:00 UTC');
    expect(told[0]?.text).toContain(lead);
  }
  for (const recipient of [admin, lead]) {
    const read = mailsTo(world, recipient).map(({ text }) => text);
    for (const name of people) {
      expect(read.some((text) => new RegExp(`stopped by [^]*${name}@acme\\.example`, 'u').test(text))).toBe(true);
    }
  }
  // What limits may be is judged there without teams.
  const violations = await checkInvariants(world, 'settled');
  expect(violations.filter((violation) => !violation.startsWith('I5'))).toEqual([]);
});

test('whom the ceiling stops is notified that it is the ceiling', async () => {
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ scope: 'default', window: 'month', amount: 90_000 }],
    settings: { limitCeilingCredits: 3_000 },
  });

  await nights(world, 6);

  const [mail, ...more] = stoppedMails(world, 'ann@acme.example');
  expect(mail?.subject).toContain('the ceiling');
  expect(mail?.text).toContain('The ceiling of every limit: 3,000 credits');
  expect(mailsTo(world, admin).some(({ text }) => text.includes('limitCeilingCredits'))).toBe(true);
  expect(more).toEqual([]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('whom an edit stops at 15:00 is notified at once, and again when another lets them go on', async () => {
  const own = { scope: 'user:ann@acme.example', window: 'month' } as const;
  const world = anEnforcementWorld({ ...organization, budgets: [{ ...own, amount: 90_000 }] });
  await nights(world, 4);
  await edit(world, '2026-01-18T15:00:00Z', { ...own, amount: 2_000 });

  const [stopped, ...more] = mailsTo(world, 'ann@acme.example');
  expect(stopped?.subject).toContain('until Sun 1 Feb');
  expect(more).toEqual([]);
  expect(mailsTo(world, admin).at(-1)?.subject).toContain('ann@acme.example is stopped');

  await edit(world, '2026-01-18T16:00:00Z', { ...own, amount: 90_000 });
  await nights(world, 3, '2026-01-19');

  expect(
    mailsTo(world, 'ann@acme.example')
      .map(({ subject }) => subject)
      .slice(1),
  ).toEqual([expect.stringContaining('You can work again')]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('whom mail does not reach is named to the admins when stopped', async () => {
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ scope: 'default', window: 'month', amount: 2_000 }],
    settings: { alerts: { fallback: [], unreachable: ['ann@acme.example'], quietHours: [], digest: [] } },
  });

  await nights(world, 5);

  expect(mailsTo(world, 'ann@acme.example')).toEqual([]);
  expect(mailsTo(world, admin).some(({ text }) => text.includes('Mail does not reach ann@acme.example'))).toBe(true);
});

test('whoever is bound by a left-over limit alone is notified when it is used up', async () => {
  const forAll = { scope: 'default', window: 'month', amount: 4_000 } as const;
  const world = anEnforcementWorld({ ...organization, budgets: [{ ...forAll, to: '2026-01-16' }] });

  await nights(world, 8);

  expect(stoppedMails(world, 'ann@acme.example').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('last limit'),
  ]);
  const read = mailsTo(world, admin).map(({ text }) => text);
  expect(read.filter((text) => text.includes('ends today'))).toHaveLength(1);
  expect(read.filter((text) => text.includes('ended on 16 Jan'))).toHaveLength(1);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('who uses up a limit while a guard holds the plan that would raise it is notified by that run', async () => {
  const forAll = { scope: 'default', window: 'month' } as const;
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ ...forAll, amount: 2_500 }],
    settings: { blastRadius: { loweredShare: 1, blockedUsersMax: 10, raisedShare: 0.1 } },
  });
  await nights(world, 2);
  setBudgets(world, [{ ...forAll, amount: 90_000 }]);

  await nights(world, 2, addDays(first, 2));

  const [mail, ...more] = stoppedMails(world, 'ann@acme.example');
  expect(mail?.subject).toContain('last limit');
  expect(more).toEqual([]);
  const [held] = mailsTo(world, admin).filter(({ subject }) => subject.includes('held for approval'));
  expect(held?.text).toMatch(/npx curfew approve [0-9a-f]{16}/u);
});

test('what waits for an address that the roster gives to another person goes to whom it is about, and the admins read of both', async () => {
  const ann = { userId: 'u-ann', email: 'ann@acme.example', demand: [1_000] };
  const bob = { userId: 'u-bob', email: 'bob@acme.example', demand: [0] };
  const always = { timeZone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' };
  const quietHours = [{ ...always, recipients: [ann.email], severities: ['high', 'medium', 'low', 'info'] as const }];
  const world = anEnforcementWorld({
    ...organization,
    members: [ann, bob],
    budgets: [{ scope: 'default', window: 'month', amount: 2_000 }],
    settings: { alerts: { fallback: [], unreachable: [], quietHours, digest: [] } },
  });
  await nights(world, 4);

  ann.email = 'ann.new@acme.example';
  bob.email = 'ann@acme.example';
  await nights(world, 4, addDays(first, 4));

  expect(mailsTo(world, 'ann@acme.example')).toEqual([]);
  expect(stoppedMails(world, 'ann.new@acme.example')).toHaveLength(1);
  const read = mailsTo(world, admin).filter(({ text }) => text.includes('was the address of user u-ann'));
  expect(read.map(({ text }) => text.includes('u-bob'))).toEqual([true]);
});

test('an exempt member of a pool, whose limit somebody may have lifted, is reported in the same run, once', async () => {
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ scope: 'org', window: 'month', amount: 60_000, owners: [lead] }],
    exemptions: [{ email: 'ann@acme.example', until: '2026-01-20' }],
  });

  await nights(world, 3);

  for (const recipient of [admin, lead]) {
    const read = mailsTo(world, recipient).filter(({ text }) => text.includes('ann@acme.example (until 20 Jan 2026)'));
    expect(read).toHaveLength(1);
  }
});

async function nights(world: EnforcementWorld, count: number, from: Day = first): Promise<void> {
  for (let night = 0; night < count; night += 1) {
    await runEnforcement(world, addDays(from, night));
  }
}

async function edit(world: EnforcementWorld, at: string, row: Parameters<typeof editByHand>[1][number]): Promise<void> {
  world.clock.moveTo(instantOf(at));
  editByHand(world, [row]);
  await handOver(world, [row]);
}

function mailsTo(world: EnforcementWorld, recipient: string) {
  return world.sender.delivered().filter(({ to }) => to.toLowerCase() === recipient);
}

function stoppedMails(world: EnforcementWorld, recipient: string) {
  return mailsTo(world, recipient).filter(({ subject }) => subject.includes('You are stopped'));
}
