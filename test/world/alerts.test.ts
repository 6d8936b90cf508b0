import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  invoke,
  instantOf,
  runEnforcement,
  setBudgets,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { hourMs } from './virtual-clock.ts';

const admin = 'admin@acme.example';

/** Ann uses a thousand credits a day, Bob one; nobody is stopped, so that every figure is known beforehand. */
const organization: Scenario = {
  members: [
    { userId: 'u-ann', email: 'Ann@acme.example', demand: [1_000] },
    { userId: 'u-bob', email: 'bob@acme.example', demand: [1] },
  ],
  budgets: [],
  admins: [admin],
  isEnforced: false,
};

const annsMonth = { scope: 'user:ann@acme.example', window: 'month', amount: 5_000 } as const;

test('a user is notified at 80 % and when stopped: used, left, reset, which budget, whom to ask', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });

  await nights(world, ['2026-01-16', '2026-01-17', '2026-01-18', '2026-01-19', '2026-01-20']);

  const [warned, stopped, ...more] = mailsTo(world, 'Ann@acme.example');
  expect(warned?.subject).toMatch(/stopped .* 19 Jan: 1,000 credits left/u);
  expect(warned?.text).toContain('Used (credits): 4,000');
  expect(warned?.text).toContain('Resets: Sun 1 Feb, 00:00 UTC');
  expect(warned?.text).toContain(`For more, ask ${admin}.`);
  expect(stopped?.subject).toMatch(/You are stopped until Sun 1 Feb/u);
  expect(more).toEqual([]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('who is notified of the night and of alerts gets both in one mail', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth], admins: [admin, 'ann@acme.example'] });

  await nights(world, ['2026-01-18', '2026-01-19']);

  // Ann reads of herself, and as an admin of all whom the budget stops.
  for (const [recipient, alerts] of [
    [admin, '1 alert'],
    ['ann@acme.example', '2 alerts'],
  ] as const) {
    const [, second, ...more] = mailsTo(world, recipient);
    expect(second?.subject).toContain(alerts);
    expect(second?.text).toContain('monthly budget');
    expect(more).toEqual([]);
  }
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a strict pool whose limits the platform does not keep is reported with what it cost, and not every night', async () => {
  const owner = 'cfo@acme.example';
  const pool = { scope: 'org', window: 'month', amount: 5_000, owners: [owner] } as const;
  const world = anEnforcementWorld({ ...organization, budgets: [pool] });

  await nights(world, ['2026-01-18', '2026-01-19', '2026-01-20', '2026-01-21', '2026-01-22', '2026-01-23']);

  for (const recipient of [admin, owner]) {
    const told = mailsTo(world, recipient).filter(({ text }) => text.includes('did not hold'));
    // When it comes up, and when it has come to another size.
    expect(told.length).toBeLessThanOrEqual(2);
    expect(told[0]?.text).toMatch(/the organization, month, .* by \d/u);
  }
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a strict pool whose limits hold has no such alert, and its guarantee is reported', async () => {
  const pool = { scope: 'org', window: 'month', amount: 5_000 } as const;
  const world = anEnforcementWorld({ ...organization, budgets: [pool], isEnforced: true });

  await nights(world, ['2026-01-18', '2026-01-19', '2026-01-20', '2026-01-21', '2026-01-22', '2026-01-23']);

  const [first, second, ...others] = mailsTo(world, admin).map(({ text }) => text);
  expect(first).toContain('Not guaranteed: no limit is known for Ann@acme.example, bob@acme.example');
  expect(second).toContain('Guarantee: kept');
  expect([first, second, ...others].filter((text) => text?.includes('did not hold'))).toEqual([]);
});

test('the night counts the mails that it has written', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });
  await runEnforcement(world, '2026-01-17');

  const { outcome } = await runEnforcement(world, '2026-01-18');

  expect(outcome.alerts).toBe(world.stores.outbox.writtenMailIds().filter((id) => !id.includes('2026-01-17')).length);
  expect(outcome.alerts).toBe(2);
});

test.for([
  { mode: 'enforce', told: 2 },
  { mode: 'alert', told: 2 },
  { mode: 'observe', told: 0 },
] as const)('a budget that is there to $mode notifies its user $told times', async ({ mode, told }) => {
  const world = anEnforcementWorld({ ...organization, budgets: [{ ...annsMonth, mode }] });

  await nights(world, ['2026-01-16', '2026-01-18', '2026-01-19', '2026-01-21']);

  expect(mailsTo(world, 'Ann@acme.example')).toHaveLength(told);
});

test('the daily budget of yesterday is reported although its window has turned', async () => {
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ scope: 'default', window: 'day', amount: 900 }],
  });

  await nights(world, ['2026-01-16', '2026-01-17']);

  expect(mailsTo(world, 'Ann@acme.example').map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/111 %.*15 Jan/),
    expect.stringMatching(/111 %.*16 Jan/),
  ]);
  expect(mailsTo(world, 'bob@acme.example')).toEqual([]);
});

test('who was stopped is notified when the window begins again', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });

  await nights(world, ['2026-01-25', '2026-02-01']);

  expect(mailsTo(world, 'Ann@acme.example').at(-1)?.subject).toMatch(/has reset: use until 31 Jan no longer counts/u);
});

test('a limit that the platform refuses for three nights is reported once, and once when it is set', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });
  world.platform.brokenRows.add('Ann@acme.example');

  await nights(world, ['2026-01-15', '2026-01-16', '2026-01-17', '2026-01-18', '2026-01-19']);
  world.platform.brokenRows.clear();
  await nights(world, ['2026-01-20', '2026-01-21']);

  const texts = mailsTo(world, admin).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('could not be set for'))).toHaveLength(1);
  expect(texts[2]).toContain('for 3 nights');
  expect(texts.filter((text) => text.includes('is set again'))).toHaveLength(1);
});

test('a broken row of the budgets table is reported once, and once when it is valid again', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });
  world.stores.budgets.writeByHand({ scope: 'default', window: 'month', amount: 'lots' });
  await nights(world, ['2026-01-15', '2026-01-16']);

  setBudgets(world, [annsMonth, { scope: 'default', window: 'month', amount: 9_000 }]);
  await nights(world, ['2026-01-17', '2026-01-18']);

  const kinds = world.stores.alerts
    .allNotifications()
    .map(({ notification }) => (notification.kind === 'condition' ? notification.event.kind : 'report'));
  expect(kinds.filter((kind) => kind.startsWith('condition'))).toEqual(['condition-raised', 'condition-resolved']);
  expect(mailsTo(world, admin)[2]?.text).toContain('default (month) is valid');
});

test('figures in doubt are reported once they are worth a report, and so is that caps are set again', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });
  await runEnforcement(world, '2026-01-18');
  world.platform.tellings.set('2026-01-18', (truth) => ({ ...truth, totalCredits: truth.totalCredits + 900 }));
  await runEnforcement(world, '2026-01-19');

  world.platform.tellings.clear();
  world.clock.moveTo(instantOf('2026-01-19') + hourMs);
  await invoke(world, { runId: 'hourly', at: '2026-01-19T03:30:00Z' });

  const [, held, cleared] = mailsTo(world, admin);
  expect(held?.subject).toMatch(/^Curfew 19 Jan: caps held/u);
  expect(held?.tells).toHaveLength(1);
  expect(cleared?.text).toContain('trust-gate no longer');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a dry run notifies nobody', async () => {
  const world = anEnforcementWorld({ ...organization, budgets: [annsMonth] });
  world.clock.moveTo(instantOf('2026-01-20'));

  await invoke(world, { runId: 'dry', at: '2026-01-20', dryRun: true });

  expect(world.stores.alerts.allNotifications()).toEqual([]);
  expect(world.stores.alerts.allStates()).toEqual([]);
});

async function nights(world: EnforcementWorld, days: readonly string[]): Promise<void> {
  for (const day of days) {
    await runEnforcement(world, day);
  }
}

function mailsTo(world: EnforcementWorld, recipient: string) {
  return world.sender.delivered().filter(({ to }) => to.toLowerCase() === recipient.toLowerCase());
}
