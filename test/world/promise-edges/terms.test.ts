import { expect, test } from 'vitest';

import { describeExplanation } from '../../../cli/caps/describe-explanation.ts';
import { styleFor } from '../../../shared/terminal/style.ts';
import { onTheEmulator, type Days, type EdgeTerms, type EdgeWorld } from './edge-world.ts';

/*
 * Edges of the promise at which the terms of a pool change. What the emulator granted in a window is held against the
 * amount on the window's own terms, which each test states in figures.
 */

const week = { scope: 'org', window: 'week', amount: 10_000 };
const month = { scope: 'org', window: 'month', amount: 30_000 };
const firstWeek = { from: '2026-02-16', through: '2026-02-22' };
const nextWeek = { from: '2026-02-23', through: '2026-03-01' };
const february = { from: '2026-02-01', through: '2026-02-28' };
const march = { from: '2026-03-01', through: '2026-03-31' };
/** The platform takes limits, and answers no question. */
const nothingReads = { match: { method: 'GET' }, fault: 'status', code: 503, times: 10_000 };
/** The usual bounds, under which a plan that changes much waits. */
const blastRadius = { loweredShare: 0.3, blockedUsersMax: 1, raisedShare: 0.5 };

function terms(said: Partial<EdgeTerms>): EdgeTerms {
  return { from: '2026-02-13', people: ['ana', 'bea', 'cem'], budgets: [week], ...said };
}

test('a top-up of a team that ends on the last day of a week gives nothing to the next week', async () => {
  const budgets = [{ ...week, scope: 'team:web' }];
  const { allowed, used } = await onTheEmulator(terms({ budgets, team: 'web' }), async (world) => {
    world.grant({ kind: 'top-up', scope: 'team:web', credits: 20_000, from: firstWeek.from, to: firstWeek.through });
    // Half of the week’s 30,000 is left, in limits that are open.
    await wantAll(world, { from: '2026-02-14', through: firstWeek.through }, 700);
    await world.nights({ from: '2026-02-14', through: '2026-02-19' });
    const limits = [...(await world.limits()).values()].reduce((sum, limit) => sum + limit, 0);
    await world.night('2026-02-20');
    // Two days before the turn nothing can be read, and then no night takes place before the next week has begun.
    await world.arm(nothingReads);
    await world.night('2026-02-21');
    await world.arm();
    await world.nights({ from: '2026-02-24', through: '2026-02-28' });
    return { allowed: limits, used: await world.granted(nextWeek) };
  });

  expect(allowed).toBeGreaterThan(25_000);
  expect(used).toBeGreaterThan(9_000);
  expect(used).toBeLessThanOrEqual(10_000);
});

test('a pool whose top-up ends inside its month is over its amount then, and no promise of it was broken', async () => {
  const budgets = [{ ...month, scope: 'team:web', amount: 10_000 }];
  const said = await onTheEmulator(terms({ budgets, team: 'web' }), async (world) => {
    world.grant({ kind: 'top-up', scope: 'team:web', credits: 5_000, from: '2026-02-13', to: '2026-02-20' });
    await world.nights({ from: '2026-02-14', through: '2026-02-20' });
    const { plan } = await world.night('2026-02-21');
    const overCredits = (await world.granted(february)) - 10_000;
    const [pool] = plan?.shares.pools ?? [];
    return { overCredits, verdict: pool?.verdict };
  });

  expect(said.overCredits).toBeGreaterThan(3_000);
  expect(said.overCredits).toBeLessThanOrEqual(5_000);
  expect(said.verdict).toEqual({
    kind: 'too-much-allowed',
    overCredits: said.overCredits,
    because: [],
    endedTopUps: { credits: 5_000, day: '2026-02-20' },
  });
});

test('a budget that begins with a month bounds that month from its first minute', async () => {
  const budgets = [{ scope: 'default', window: 'month', amount: 40_000 }];
  const used = await onTheEmulator(terms({ from: '2026-02-24', budgets }), async (world) => {
    await world.nights({ from: '2026-02-25', through: '2026-02-27' });
    world.write({ ...month, amount: 10_000, from: '2026-03-01' });
    // The night before it begins can read nothing, and the next one does not take place.
    await world.arm(nothingReads);
    await world.night('2026-02-28');
    await world.arm();
    await world.nights({ from: '2026-03-02', through: '2026-03-06' });
    return [await world.granted(february), await world.granted(march)] as const;
  });

  expect(used[0]).toBeGreaterThan(10_000);
  expect(used[1]).toBeGreaterThan(9_000);
  expect(used[1]).toBeLessThanOrEqual(10_000);
});

test('whoever is limited before a pool begins reads that it is the pool', async () => {
  const budgets = [
    { scope: 'default', window: 'month', amount: 40_000 },
    { ...month, amount: 10_000, from: '2026-03-01' },
  ];
  const { limits, document } = await onTheEmulator(terms({ from: '2026-02-24', budgets }), async (world) => {
    await wantAll(world, { from: '2026-02-25', through: '2026-02-28' }, 100);
    await world.nights({ from: '2026-02-25', through: '2026-02-26' });
    const before = await world.limits();
    await world.night('2026-02-27');
    const after = await world.limits();
    const said = await world.explained('ana@acme.example', '2026-02-27T12:00:00Z');
    return { limits: [before, after].map((each) => each.get('ana@acme.example')), ...said };
  });
  const around = { unlimited: 1_000_000_000, isPartial: false, unheard: null };
  const text = describeExplanation({ ...document, ...around }, '2026-02-27', styleFor({ isTerminal: false }, {}));

  expect(limits).toEqual([40_000, expect.any(Number)]);
  expect(limits[1]).toBeLessThan(10_000);
  expect(document.binding).toEqual({ scope: 'org', window: 'month' });
  expect(text).toContain('The tightest budget sets the limit: org month');
  expect(text).toContain('It binds already, though it begins on 1 Mar 2026');
});

test('a budget that follows another is divided before the other ends', async () => {
  const budgets = [
    { ...month, amount: 60_000, to: '2026-02-28' },
    { scope: 'org', window: 'platform', amount: 10_000, from: '2026-03-01' },
  ];
  const used = await onTheEmulator(terms({ from: '2026-02-24', budgets }), async (world) => {
    await world.nights({ from: '2026-02-25', through: '2026-02-28' });
    await world.nights({ from: '2026-03-02', through: '2026-03-06' });
    return [await world.granted(february), await world.granted(march)] as const;
  });

  expect(used[0]).toBeGreaterThan(10_000);
  expect(used[0]).toBeLessThanOrEqual(60_000);
  expect(used[1]).toBeGreaterThan(9_000);
  expect(used[1]).toBeLessThanOrEqual(10_000);
});

test('a pool that ends with nothing after it stays kept through its last day, and lets nobody go', async () => {
  const budgets = [{ ...month, to: '2026-02-18' }];
  const used = await onTheEmulator(terms({ budgets }), async (world) => {
    await world.nights({ from: '2026-02-14', through: '2026-02-22' });
    return world.granted({ from: february.from, through: '2026-02-24' });
  });

  expect(used).toBeGreaterThan(27_000);
  expect(used).toBeLessThanOrEqual(30_000);
});

test('a pool that is lowered in the middle of its window is kept, though a guard holds the plan that would do it', async () => {
  const settings = { blastRadius };
  const { held, used } = await onTheEmulator(terms({ budgets: [month], settings }), async (world) => {
    await wantAll(world, { from: '2026-02-14', through: '2026-02-18' }, 500);
    await world.nights({ from: '2026-02-14', through: '2026-02-18' });
    world.write({ ...month, amount: 20_000 });
    world.write({ scope: 'default', window: 'week', amount: 1 });
    const edit = await world.run('2026-02-18T10:00:00Z', { kind: 'edit' });
    await world.nights({ from: '2026-02-19', through: '2026-02-21' });
    return { held: edit.outcome.held?.guard, used: await world.granted(february) };
  });

  expect(held).toBe('blast-radius');
  expect(used).toBeGreaterThan(18_000);
  expect(used).toBeLessThanOrEqual(20_000);
});

test('nobody is given more by an edit while limits allow more than a pool that was lowered an hour before', async () => {
  const own = { scope: 'user:ana@acme.example', window: 'month', amount: 2_000 };
  const others = { fault: 'partial-errors', emails: ['bea@acme.example', 'cem@acme.example'], times: 20 };
  const { limits, used } = await onTheEmulator(terms({ budgets: [month, own] }), async (world) => {
    await wantAll(world, { from: '2026-02-14', through: '2026-02-18' }, 200);
    await world.nights({ from: '2026-02-14', through: '2026-02-18' });
    world.write({ ...month, amount: 12_000 });
    await world.arm(others);
    await world.run('2026-02-18T10:00:00Z', { kind: 'edit' });
    world.write({ ...own, amount: 25_000 });
    await world.run('2026-02-18T11:00:00Z', { kind: 'edit' });
    const standing = await world.limits();
    await world.arm();
    await world.run('2026-02-18T12:00:00Z', { kind: 'edit' });
    await world.nights({ from: '2026-02-19', through: '2026-02-21' });
    return { limits: standing, used: await world.granted(february) };
  });

  expect(limits.get('ana@acme.example')).toBe(2_000);
  expect(limits.get('bea@acme.example')).toBeGreaterThan(12_000);
  expect(used).toBeGreaterThan(10_000);
  expect(used).toBeLessThanOrEqual(12_000);
});

test('a rescue while a plan is held gives no more than the pool has', async () => {
  const people = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const budgets = [month, { scope: 'default', window: 'month', amount: 1_500 }];
  const { held, given, used } = await onTheEmulator(
    terms({ people, budgets, settings: { blastRadius } }),
    async (world) => {
      await wantAll(world, { from: '2026-02-14', through: '2026-02-18' }, 100);
      await world.nights({ from: '2026-02-14', through: '2026-02-18' });
      world.write({ scope: 'default', window: 'month', amount: 10 });
      const edit = await world.run('2026-02-18T10:00:00Z', { kind: 'edit' });
      const topUp = { kind: 'top-up', scope: 'user:p0@acme.example', from: '2026-02-18', to: '2026-02-28' };
      world.grant({ ...topUp, credits: 90_000 });
      const rescue = await world.run('2026-02-18T11:00:00Z', { kind: 'edit' });
      const limits = await world.limits();
      await world.nights({ from: '2026-02-19', through: '2026-02-22' });
      const guards = [edit, rescue].map(({ outcome }) => outcome.held?.guard);
      return { held: guards, given: limits.get('p0@acme.example'), used: await world.granted(february) };
    },
  );

  expect(held).toEqual(['blast-radius', 'blast-radius']);
  // All that the others’ 1,500 leave.
  expect(given).toBe(30_000 - 11 * 1_500);
  expect(used).toBe(30_000);
});

async function wantAll(world: EdgeWorld, days: Days, credits: number): Promise<void> {
  for (const name of world.names) {
    await world.want(name, days, credits);
  }
}
