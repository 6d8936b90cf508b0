import { expect, test } from 'vitest';

import { addDays, daysOf, type Day } from '../../shared/kernel/time/day.ts';
import type { BudgetRow, TopUpRow } from './budget-oracle.ts';
import { checkInvariants } from './check-invariants.ts';
import { editByHand, handOver } from './edit-world.ts';
import {
  anEnforcementWorld,
  instantOf,
  invoke,
  runEnforcement,
  type EnforcementWorld,
  type Scenario,
} from './enforcement-world.ts';
import type { Member } from './model-consumption.ts';
import { hourMs } from './virtual-clock.ts';

/** The usual bounds, under which a plan that lowers most caps waits. */
const blastRadius = { loweredShare: 0.3, blockedUsersMax: 10, raisedShare: 0.5 };
const month = { from: '2026-02-01', through: '2026-02-28' };
const orgMonth: BudgetRow = { scope: 'org', window: 'month', amount: 100_000 };
const defaultMonth: BudgetRow = { scope: 'default', window: 'month', amount: 5_000 };

function people(count: number, credits: number): Member[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `p${index + 10}`;
    return { userId: `u-${name}`, email: `${name}@acme.example`, demand: [credits] };
  });
}

/** The nights before a day have set all caps; then the clock stands at noon of it. */
async function noonOf(day: Day, scenario: Partial<Scenario>, teams: readonly string[] = []): Promise<EnforcementWorld> {
  const world = anEnforcementWorld({ members: [], budgets: [], admins: ['ada@acme.example'], ...scenario });
  teams.forEach((name, index) =>
    world.stores.teams.writeByHand({ name, members: ['*@acme.example'], position: index + 1 }),
  );
  await runNights(world, { from: addDays(day, -4), through: day });
  Object.assign(world.settings, { blastRadius });
  world.clock.moveTo(instantOf(`${day}T12:00:00Z`));
  return world;
}

async function runNights(world: EnforcementWorld, days: { readonly from: Day; readonly through: Day }): Promise<void> {
  for (const day of daysOf(days)) {
    await runEnforcement(world, day);
  }
}

function usedIn(world: EnforcementWorld, days: { readonly from: Day; readonly through: Day }): number {
  return daysOf(days).reduce(
    (sum, day) => sum + [...world.platform.truth(day).values()].reduce((total, credits) => total + credits, 0),
    0,
  );
}

/** Gives a top-up at the present moment, as `topup add` does; the run that follows from it is that of the edit. */
async function topUp(
  world: EnforcementWorld,
  scope: string,
  terms: { readonly credits: number; readonly days?: number },
) {
  const { credits, days = 2 } = terms;
  const now = new Date(world.clock.now()).toISOString();
  const from = now.slice(0, 10);
  const given = { scope, credits, from, to: addDays(from, days - 1) };
  const record = { reason: 'release', createdBy: 'ada', createdAt: now, version: 1 };
  world.stores.grants.writeByHand({ kind: 'top-up', id: scope, ...given, ...record });
  if (scope.startsWith('user:')) {
    (world.topUps as TopUpRow[]).push({ email: scope.slice('user:'.length), ...given });
  }
  world.clock.moveBy(1_000);
  return (await handOver(world, [])).enforcement;
}

async function edit(world: EnforcementWorld, rows: readonly BudgetRow[]) {
  editByHand(world, rows);
  world.clock.moveBy(1_000);
  return (await handOver(world, rows)).enforcement;
}

/** Cuts the default by more than half: the guard holds what follows for everybody. */
async function cutDefault(world: EnforcementWorld) {
  return edit(world, [{ ...defaultMonth, amount: 1_000 }]);
}

function limitsOf({ platform }: EnforcementWorld): ReadonlyMap<string, number | undefined> {
  return new Map(
    platform.members().flatMap(({ email }) => (email === undefined ? [] : [[email, platform.limitOf(email)] as const])),
  );
}

test('what a lowered pool takes does not wait, and its use stays within it', async () => {
  const world = await noonOf('2026-02-15', { members: people(10, 400), budgets: [orgMonth] });

  const night = await edit(world, [{ ...orgMonth, amount: 80_000 }]);
  await runNights(world, { from: '2026-02-16', through: month.through });
  world.clock.moveTo(instantOf(addDays(month.through, 1)));

  expect(night?.outcome.status).toBe('complete');
  expect(usedIn(world, month)).toBeLessThanOrEqual(80_000);
});

test('a plan that is held for something else sends what a lowered pool takes, night after night', async () => {
  const world = await noonOf('2026-02-08', { members: people(10, 400), budgets: [orgMonth] });
  const weekOfEach: BudgetRow = { scope: 'default', window: 'week', amount: 1 };

  const night = await edit(world, [{ ...orgMonth, amount: 80_000 }, weekOfEach]);
  await runNights(world, { from: '2026-02-09', through: month.through });
  world.clock.moveTo(instantOf(addDays(month.through, 1)));

  expect(night?.outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius' } });
  expect(night?.outcome.capsChanged).toBeGreaterThan(0);
  expect(usedIn(world, month)).toBeLessThanOrEqual(80_000);
});

test('nothing is taken for a pool whose promise is broken already: that waits', async () => {
  const world = await noonOf('2026-02-15', { members: people(12, 400), budgets: [orgMonth] });
  const putsBefore = world.platform.puts.length;

  const night = await edit(world, [{ ...orgMonth, amount: 1 }]);

  expect(night?.outcome).toMatchObject({ status: 'held', capsChanged: 0 });
  expect(world.platform.puts).toHaveLength(putsBefore);
});

test('a top-up of a team for two days is held neither when it begins nor when it ends', async () => {
  const team: BudgetRow = { scope: 'team:web', window: 'month', amount: 20_000 };
  const world = await noonOf('2026-02-15', { members: people(6, 200), budgets: [team] }, ['web']);
  const before = world.platform.limitOf('p10@acme.example') ?? 0;

  const given = await topUp(world, 'team:web', { credits: 10_000 });
  const raised = world.platform.limitOf('p10@acme.example');
  await runEnforcement(world, '2026-02-16');
  const ended = await runEnforcement(world, '2026-02-17');

  expect([given?.outcome.status, ended.outcome.status]).toEqual(['complete', 'complete']);
  expect(raised).toBeGreaterThan(before);
});

test('a top-up for one person reaches the platform in the run of the edit while a plan of forty rows is held', async () => {
  const own: BudgetRow = { scope: 'user:p10@acme.example', window: 'month', amount: 5_000 };
  const world = await noonOf('2026-02-15', { members: people(41, 50), budgets: [defaultMonth, own], topUps: [] });
  const held = await cutDefault(world);
  const before = limitsOf(world);

  const night = await topUp(world, 'user:p10@acme.example', { credits: 700 });

  expect(held?.outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius' }, capsChanged: 0 });
  expect(night?.outcome).toMatchObject({ status: 'held', held: { guard: 'blast-radius' }, capsChanged: 1 });
  expect(limitsOf(world)).toEqual(new Map(before).set('p10@acme.example', 5_700));
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('a top-up gives no more than budgets allow, though the lower ones wait for approval', async () => {
  const world = await noonOf('2026-02-15', { members: people(40, 50), budgets: [defaultMonth], topUps: [] });
  await cutDefault(world);
  const before = limitsOf(world);

  const night = await topUp(world, 'user:p10@acme.example', { credits: 700 });

  // Of the 5,000 in force nothing more is given: the cut to 1,000 and the top-up leave 1,700.
  expect(night?.outcome).toMatchObject({ status: 'held', capsChanged: 0 });
  expect(limitsOf(world)).toEqual(before);
});

test('a budget of somebody’s own that is raised while a plan is held is sent at once, and moves nobody else', async () => {
  const budgets = [{ ...orgMonth, amount: 250_000 }, defaultMonth];
  const world = await noonOf('2026-02-15', { members: people(40, 50), budgets, topUps: [] });
  await cutDefault(world);
  const before = limitsOf(world);

  const night = await edit(world, [{ scope: 'user:p10@acme.example', window: 'month', amount: 6_000 }]);

  expect(night?.outcome).toMatchObject({ status: 'held', capsChanged: 1 });
  expect(limitsOf(world)).toEqual(new Map(before).set('p10@acme.example', 6_000));
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('where nothing runs, apply does for a top-up at 00:40 what the run of the edit would', async () => {
  const world = await noonOf('2026-02-15', { members: people(5, 400), budgets: [defaultMonth], topUps: [] });
  world.clock.moveTo(instantOf('2026-02-16T00:40:00Z'));
  const at = '2026-02-16T00:40:00.000Z';
  const given = { scope: 'user:p10@acme.example', credits: 700, from: '2026-02-16', to: '2026-02-17' };
  const record = { reason: 'release', createdBy: 'ada', createdAt: at, version: 1 };
  world.stores.grants.writeByHand({ kind: 'top-up', id: 'given', ...given, ...record });
  world.clock.moveBy(1_000);

  const { outcome } = await invoke(world, { runId: 'by-hand', at, apply: { actor: 'ada', isApproved: false } });

  expect(outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' }, capsChanged: 1 });
  expect(world.platform.limitOf('p10@acme.example')).toBe(5_700);
});

test('a top-up at 00:40, when the figures of yesterday are not there yet, takes effect at once', async () => {
  const world = await noonOf('2026-02-15', { members: people(5, 400), budgets: [defaultMonth], topUps: [] });
  world.clock.moveTo(instantOf('2026-02-16T00:40:00Z'));

  const night = await topUp(world, 'user:p10@acme.example', { credits: 700 });

  expect(night?.outcome).toMatchObject({ status: 'held', held: { guard: 'trust-gate' }, capsChanged: 1 });
  expect(world.platform.limitOf('p10@acme.example')).toBe(5_700);
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('a top-up at 00:40 inside a strict pool gives what is provably free, and the pool keeps its promise', async () => {
  const pool: BudgetRow = { scope: 'org', window: 'month', amount: 30_000 };
  const own: BudgetRow = { ...defaultMonth, amount: 2_000 };
  const members = people(5, 200);
  const world = await noonOf('2026-02-15', { members, budgets: [pool, own], topUps: [] });
  world.clock.moveTo(instantOf('2026-02-16T00:40:00Z'));
  const before = world.platform.limitOf('p10@acme.example') ?? 0;

  await topUp(world, 'user:p10@acme.example', { credits: 90_000, days: 13 });
  const raised = world.platform.limitOf('p10@acme.example') ?? 0;
  members[0] = { userId: 'u-p10', email: 'p10@acme.example', demand: [90_000] };
  await runNights(world, { from: '2026-02-16', through: month.through });
  world.clock.moveTo(instantOf(addDays(month.through, 1)));

  expect(raised).toBeGreaterThan(before);
  expect(usedIn(world, month)).toBeLessThanOrEqual(30_000);
});

test('a run as of a moment that has not come yet holds the others until then, but no rescue', async () => {
  const world = await noonOf('2026-02-10', { members: people(4, 400), budgets: [defaultMonth] });
  const ahead = '2026-02-10T18:00:00.000Z';
  await world.stores.runs.markApplied('enforce', ahead);

  const held = await invoke(world, { runId: 'by-hand', at: '2026-02-10T12:00:00Z', onlyIfUnfinished: false });
  const given = await topUp(world, 'user:p10@acme.example', { credits: 700 });
  world.clock.moveTo(instantOf(ahead));
  const later = await invoke(world, { runId: 'later', at: ahead, onlyIfUnfinished: false });

  expect(held.outcome).toMatchObject({ status: 'held', held: { guard: 'newer-run', until: ahead } });
  expect(given?.outcome).toMatchObject({ status: 'held', capsChanged: 1 });
  expect(later.outcome.status).toBe('complete');
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('a top-up takes effect while the trust gate holds an earlier day, and nothing else moves', async () => {
  const world = await noonOf('2026-02-14', { members: people(5, 100), budgets: [defaultMonth], topUps: [] });
  world.platform.tellings.set('2026-02-14', (truth) => ({ ...truth, totalCredits: truth.totalCredits + 900 }));
  const night = await runEnforcement(world, '2026-02-15');
  world.clock.moveTo(instantOf('2026-02-15T09:00:00Z'));
  const before = limitsOf(world);

  const edited = await topUp(world, 'user:p10@acme.example', { credits: 700 });
  world.clock.moveBy(hourMs);
  const hourly = await runEnforcement(world, '2026-02-16');

  expect([night, edited, hourly].map((run) => run?.outcome.held?.guard)).toEqual(Array(3).fill('trust-gate'));
  expect(limitsOf(world)).toEqual(new Map(before).set('p10@acme.example', 5_700));
  expect(await checkInvariants(world, 'any')).toEqual([]);
});

test('what edits give waits for approval too when it reaches too far by itself', async () => {
  const own: BudgetRow = { scope: 'user:p10@acme.example', window: 'month', amount: 5_000 };
  const world = await noonOf('2026-02-15', { members: people(6, 50), budgets: [defaultMonth, own], topUps: [] });
  await cutDefault(world);

  const night = await topUp(world, 'user:p10@acme.example', { credits: 900_000 });

  expect(night?.outcome).toMatchObject({ status: 'held', capsChanged: 0 });
  expect(world.platform.limitOf('p10@acme.example')).toBe(5_000);
});
