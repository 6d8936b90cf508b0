import { expect, test } from 'vitest';

import type { TopUpWay } from '../../shared/caps/top-up-ways.ts';
import { addGrant, endTopUp, previewTopUp } from '../../shared/grants/use-cases.ts';
import { addDays, dayOf, daysOf, startOfDayMs, type Day } from '../../shared/kernel/time/day.ts';
import { anEnforcementWorld, instantOf, invoke, runEnforcement, type EnforcementWorld } from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { minuteMs } from './virtual-clock.ts';

const amount = 40_000;
const window = { from: '2026-02-01', through: '2026-02-28' };
const today: Day = '2026-02-10';
const ana = 'ana@acme.example';
const names = ['ana', 'bob', 'cem', 'dot'];
const author = { name: 'lead@acme.example', at: `${today}T16:00:00.000Z` };
const ordered = {
  scope: { kind: 'user', email: ana },
  credits: 3_000,
  from: today,
  to: window.through,
  reason: 'on call',
} as const;

/** All together want more than the pool has, and Ana suddenly much more: at four in the afternoon she is stopped. */
async function fullPool(): Promise<EnforcementWorld> {
  const onCall = Array.from({ length: 60 }, (_, day) => (addDays('2026-01-14', day) === today ? 20_000 : 500));
  const world = worldOf(onCall);
  for (const day of daysOf({ from: '2026-01-28', through: today })) {
    await runEnforcement(world, day);
  }
  world.clock.moveTo(instantOf(author.at));
  return world;
}

function worldOf(demandOfAna: readonly number[]): EnforcementWorld {
  const members = names.map((name): Member => {
    const demand = name === 'ana' ? demandOfAna : [900];
    return { userId: `u-${name}`, email: `${name}@acme.example`, demand };
  });
  const world = anEnforcementWorld({ members, budgets: [{ scope: 'team:core', window: 'month', amount }], admins: [] });
  world.stores.teams.writeByHand({ name: 'core', members: ['*@acme.example'], position: 1 });
  return world;
}

/** Judges every PUT of the month by the limits that the platform was sent, without the division; says what passes. */
function watchExposure({ platform }: EnforcementWorld, mostCredits: number): readonly string[] {
  const violations: string[] = [];
  platform.watchers.push(({ asOfMs, entries }) => {
    const knownUntilMs = startOfDayMs(dayOf(asOfMs));
    const known = daysOf({ from: window.from, through: addDays(dayOf(asOfMs), -1) }).map((day) => platform.truth(day));
    const exposed = platform.members().reduce((sum, { userId, email = '' }) => {
      const used = known.reduce((total, day) => total + (day.get(userId) ?? 0), 0);
      const sent = platform.puts.flatMap(({ applied }) => applied).filter((limit) => limit.email === email);
      const before = sent.findLast(({ atMs }) => atMs <= knownUntilMs);
      const since = sent.filter(({ atMs }) => atMs > knownUntilMs);
      const now = entries.filter((entry) => entry.email === email);
      const limits = [...(before === undefined ? [] : [before]), ...since, ...now];
      return sum + Math.max(used, ...limits.map(({ limitCredits }) => limitCredits));
    }, 0);
    if (dayOf(asOfMs) >= window.from && exposed > mostCredits) {
      violations.push(`exposed to ${exposed} of ${mostCredits} on ${new Date(asOfMs).toISOString()}`);
    }
  });
  return violations;
}

async function preview({ stores, settings, clock }: EnforcementWorld) {
  return previewTopUp(stores, { settings, atMs: clock.now(), terms: ordered, raisesBinding: false });
}

/** Makes a top-up in one way, and runs what follows from the edit. */
async function make(world: EnforcementWorld, way: TopUpWay | undefined): Promise<void> {
  await addGrant(
    world.stores,
    { kind: 'top-up', ...ordered, ...way?.terms, ...(way !== undefined && { usableBefore: way.usableBefore }) },
    author,
  );
  world.clock.moveBy(minuteMs);
  const at = new Date(world.clock.now()).toISOString();
  await invoke(world, { runId: `edit-${at}`, at, kind: 'edit', onlyIfUnfinished: false });
}

function usedInMonth({ platform }: EnforcementWorld): number {
  const days = daysOf(window).map((day) => [...platform.truth(day).values()]);
  return days.flat().reduce((sum, credits) => sum + credits, 0);
}

test('a top-up in a full pool says that it gives nothing, and changes no cap', async () => {
  const world = await fullPool();
  const before = world.platform.limitOf(ana);

  const shown = await preview(world);
  await make(world, shown.ordered);

  expect(shown.ordered.gains).toMatchObject([{ email: ana, nowCredits: 0, shortfall: { kind: 'pools' } }]);
  expect(world.platform.limitOf(ana)).toBe(before);
});

test('within the pool she gets the reserve at once and the rest after the next night’s data, as was said', async () => {
  const world = await fullPool();
  const violations = watchExposure(world, amount);
  const before = world.platform.limitOf(ana) ?? 0;

  const { withinPool } = await preview(world);
  const [gain] = withinPool?.gains ?? [];
  await make(world, withinPool);
  const atOnce = world.platform.limitOf(ana) ?? 0;
  await runEnforcement(world, addDays(today, 1));
  const next = world.platform.limitOf(ana) ?? 0;

  expect(gain?.nowCredits).toBeGreaterThan(0);
  expect(gain?.laterCredits).toBe(ordered.credits);
  expect(atOnce - before).toBe(gain?.nowCredits);
  expect(next - before).toBe(ordered.credits);
  expect(violations).toEqual([]);
});

test('with larger pools she gets all of it at once, and nobody else gets less', async () => {
  const world = await fullPool();
  const violations = watchExposure(world, amount + ordered.credits);
  const limitsOf = () => names.map((name) => world.platform.limitOf(`${name}@acme.example`) ?? 0);
  const before = limitsOf();

  const { raisePools } = await preview(world);
  await make(world, raisePools);

  expect(raisePools?.terms.raises).toEqual([{ kind: 'team', name: 'core' }]);
  expect(raisePools?.gains).toMatchObject([{ nowCredits: ordered.credits }]);
  const [gained, ...others] = limitsOf().map((limit, index) => limit - (before[index] ?? 0));
  expect(gained).toBe(ordered.credits);
  expect(Math.min(...others)).toBeGreaterThanOrEqual(0);
  expect(violations).toEqual([]);
});

test('whoever is on call with a reservation is never stopped, and the pool that the others use up is not overspent', async () => {
  const world = worldOf([500]);
  const standing = { scope: `user:${ana}`, window: 'month', amount: 'unlimited', reserved: 14_000, priority: 'high' };
  world.stores.budgets.writeByHand(standing);
  const violations = watchExposure(world, amount);

  for (const day of daysOf({ from: '2026-01-28', through: window.through })) {
    await runEnforcement(world, day);
  }
  world.clock.moveTo(instantOf(addDays(window.through, 1)));

  // Until the first run of the month the limits of the month before bind.
  const days = daysOf(window).slice(1);
  const used = days.map((day) => world.platform.truth(day).get('u-ana') ?? 0);
  expect(used).toEqual(days.map(() => 500));
  expect(usedInMonth(world)).toBeLessThanOrEqual(amount);
  expect(usedInMonth(world)).toBeGreaterThan(0.95 * amount);
  expect(violations).toEqual([]);
});

test('a move lowers the giver at once, gives what is free now and the rest by the next figures, and its end gives back', async () => {
  const world = await fullPool();
  const violations = watchExposure(world, amount);
  const limits = () => names.map((name) => world.platform.limitOf(`${name}@acme.example`) ?? 0);
  const runEdit = async (): Promise<void> => {
    world.clock.moveBy(minuteMs);
    const at = new Date(world.clock.now()).toISOString();
    await invoke(world, { runId: `edit-${at}`, at, kind: 'edit', onlyIfUnfinished: false });
  };
  const before = limits();
  const terms = { ...ordered, credits: 500, takenFrom: 'bob@acme.example' };

  const shown = await previewTopUp(world.stores, {
    settings: world.settings,
    atMs: world.clock.now(),
    terms,
    raisesBinding: false,
  });
  await make(world, shown.ordered);
  const made = limits();
  const [topUp] = (await world.stores.grants.list()).grants;
  await endTopUp(world.stores, topUp?.id ?? '', author);
  await runEdit();
  const ended = limits();

  const [gain] = shown.ordered.gains;
  expect(shown.refused).toBeUndefined();
  expect(gain).toMatchObject({ laterCredits: 500, taken: { email: 'bob@acme.example' } });
  expect(made.map((limit, index) => limit - (before[index] ?? 0))).toEqual([gain?.nowCredits, -500, 0, 0]);
  expect(ended).toEqual(before);
  expect(violations).toEqual([]);
});

test('after a move the receiver has all of it from the next night on, and the pool is kept', async () => {
  const world = await fullPool();
  const violations = watchExposure(world, amount);
  const terms = { ...ordered, credits: 500, takenFrom: 'bob@acme.example' };
  const options = { settings: world.settings, atMs: world.clock.now(), terms, raisesBinding: false };
  const { ordered: way } = await previewTopUp(world.stores, options);
  await make(world, way);
  const unmoved = await fullPool();

  const limits: number[] = [];
  for (const each of [unmoved, world]) {
    await runEnforcement(each, addDays(today, 1));
    limits.push(each.platform.limitOf(ana) ?? 0);
  }
  for (const day of daysOf({ from: addDays(today, 2), through: window.through })) {
    await runEnforcement(world, day);
  }

  expect((limits[1] ?? 0) - (limits[0] ?? 0)).toBe(500);
  expect(usedInMonth(world)).toBeLessThanOrEqual(amount);
  expect(violations).toEqual([]);
});
