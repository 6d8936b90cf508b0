import { expect, test } from 'vitest';

import { checkInvariants } from './check-invariants.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runDisturbed,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import { roundsTimeoutMs } from './rounds.ts';
import { waysAt } from './sudden-end.ts';

const admin = 'admin@acme.example';
const ann = 'ann@acme.example';
const everyDay = [1, 2, 3, 4, 5, 6, 7];
const waiting = ['high', 'medium', 'low', 'info'] as const;
const night = '2026-01-18';

/** Quiet from eight in the evening until seven: the night is in it, and 07:30 is the first run after it. */
const atNight = { severities: waiting, timeZone: 'UTC', days: everyDay, from: '20:00', until: '07:00' };
const onMondays = { recipients: [ann], severities: waiting, timeZone: 'UTC', days: [1], at: '09:00' };
const alerts = { fallback: [], unreachable: [], quietHours: [], digest: [] };

/** Ann uses a thousand credits a day of five thousand: she is warned on the night of the 18th. */
const organization: Scenario = {
  members: [
    { userId: 'u-ann', email: ann, demand: [1_000] },
    { userId: 'u-bob', email: 'bob@acme.example', demand: [1] },
  ],
  budgets: [
    { scope: `user:${ann}`, window: 'month', amount: 5_000 },
    { scope: 'default', window: 'month', amount: 5 },
  ],
  admins: [admin],
  isEnforced: false,
  settings: { alerts: { ...alerts, quietHours: [atNight] } },
};

test('what waits in quiet hours goes with the first run after them, a mail a recipient, without asking the platform', async () => {
  const world = anEnforcementWorld(organization);

  await runEnforcement(world, night);
  await hourlyUntil(world, 6);
  const before = world.sender.delivered().length;
  await hourlyUntil(world, 7);

  expect(before).toBe(0);
  expect(
    world.sender
      .delivered()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([admin, ann, 'bob@acme.example']);
  expect(mailsTo(world, admin)[0]?.tells).toHaveLength(2);
  expect(platformCallsAfterTheNight(world)).toEqual([]);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('nothing goes out twice however many runs follow', async () => {
  const world = anEnforcementWorld(organization);

  await runEnforcement(world, night);
  await hourlyUntil(world, 23);

  expect(world.sender.delivered()).toHaveLength(3);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('what is critical goes at once, whatever the hour', async () => {
  const world = anEnforcementWorld({
    ...organization,
    budgets: [{ scope: 'org', window: 'month', amount: 4_000 }],
  });

  await runEnforcement(world, night);

  expect(world.sender.delivered().map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    expect.stringContaining(`${admin}: Curfew`),
  ]);
  expect(world.sender.delivered()[0]?.text).toContain('is used up');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a digest shows what has come up since the last one, in one mail', async () => {
  const world = anEnforcementWorld({ ...organization, settings: { alerts: { ...alerts, digest: [onMondays] } } });

  await runEnforcement(world, night);
  await runEnforcement(world, '2026-01-19');
  const early = mailsTo(world, ann);
  await hourlyUntil(world, 9, '2026-01-19');

  expect(early).toEqual([]);
  expect(mailsTo(world, ann)).toHaveLength(1);
  expect(mailsTo(world, ann)[0]?.tells).toHaveLength(2);
  expect(mailsTo(world, admin).length).toBeGreaterThan(0);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('a night that is repeated after the quiet hours reports what waited itself', async () => {
  const world = anEnforcementWorld(organization);
  await runEnforcement(world, night);

  world.clock.moveTo(instantOf(`${night}T08:00:00Z`));
  await invoke(world, { runId: 'by-hand', at: `${night}T08:00:00Z`, onlyIfUnfinished: false });

  expect(mailsTo(world, ann)).toHaveLength(1);
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

test('the fallback list stands in for whom mail does not reach, of the night and of alerts', async () => {
  const fallback = ['desk@acme.example'];
  const unreachable = [ann, 'Admin@acme.example'];
  const world = anEnforcementWorld({ ...organization, settings: { alerts: { ...alerts, fallback, unreachable } } });

  await runEnforcement(world, night);

  expect(
    world.sender
      .delivered()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(['bob@acme.example', 'desk@acme.example']);
  expect(mailsTo(world, 'desk@acme.example')[0]?.text).toContain('ann@acme.example');
  expect(await checkInvariants(world, 'settled')).toEqual([]);
});

const stopped = [
  { title: 'the night in quiet hours', hour: 2, sends: 0 },
  { title: 'the run that tells what waited', hour: 7, sends: 3 },
];

test.for(stopped)(
  '$title is stopped at any effect in any way, and those after it report everything once',
  { timeout: roundsTimeoutMs },
  async ({ hour, sends }) => {
    const undisturbed = await worldBefore(hour);
    const { effects } = await runDisturbed(undisturbed, hourly(hour));
    const expected = undisturbed.stores.alerts
      .allNotifications()
      .map(({ notification }) => notification.notificationId);

    for (let effect = 1; effect <= effects.length; effect += 1) {
      for (const disturbance of waysAt(effect)) {
        const label = `${disturbance} effect ${effect}, ${effects[effect - 1]}`;
        const world = await worldBefore(hour);
        await runDisturbed(world, hourly(hour), { effect, disturbance });
        expect({ label, violations: await checkInvariants(world, 'any') }).toEqual({ label, violations: [] });

        await hourlyUntil(world, 9);
        await runEnforcement(world, '2026-01-19');
        await hourlyUntil(world, 9, '2026-01-19');

        const told = world.stores.alerts
          .allNotifications()
          .filter(({ notification }) => expected.includes(notification.notificationId));
        expect({ label, told: told.map(({ isPending }) => isPending) }).toEqual({
          label,
          told: expected.map(() => false),
        });
        expect({ label, violations: await checkInvariants(world, 'settled') }).toEqual({ label, violations: [] });
      }
    }
    expect(effects.filter((name) => name === 'sender.send')).toHaveLength(sends);
  },
);

async function worldBefore(hour: number): Promise<EnforcementWorld> {
  const world = anEnforcementWorld(organization);
  if (hour > 2) {
    await runEnforcement(world, night);
  }
  world.clock.moveTo(instantOf(hourly(hour).at));
  return world;
}

function hourly(hour: number, day = night) {
  const at = `${day}T${String(hour).padStart(2, '0')}:30:00.000Z`;
  return { runId: `enforce-${at}-hourly`, at };
}

async function hourlyUntil(world: EnforcementWorld, last: number, day = night): Promise<void> {
  for (let hour = 3; hour <= last; hour += 1) {
    const run = hourly(hour, day);
    if (instantOf(run.at) > world.clock.now()) {
      world.clock.moveTo(instantOf(run.at));
      await invoke(world, run);
    }
  }
}

function mailsTo(world: EnforcementWorld, recipient: string) {
  return world.sender.delivered().filter(({ to }) => to.toLowerCase() === recipient);
}

function platformCallsAfterTheNight(world: EnforcementWorld): readonly string[] {
  return world.calls
    .filter(({ runId, name }) => runId.endsWith('-hourly') && /^(roster|usage|limitWriter)\./.test(name))
    .map(({ name }) => name);
}
