import { expect, test } from 'vitest';

import { onTheEmulator, type EdgeTerms, type EdgeWorld } from './edge-world.ts';

/*
 * Edges of the promise at which runs fail, figures are late or wrong, rows cannot be read and clocks differ: what the
 * emulator says that it granted in a window, against the amount of the pool.
 */

const week = { scope: 'org', window: 'week', amount: 30_000 };
const firstWeek = { from: '2026-02-23', through: '2026-03-01' };
const nextWeek = { from: '2026-03-02', through: '2026-03-08' };
const month = { scope: 'org', window: 'month', amount: 30_000 };
const february = { from: '2026-02-01', through: '2026-02-28' };
const people = ['ana', 'bea', 'cem'];

function terms(said: Partial<EdgeTerms> = {}): EdgeTerms {
  return { from: '2026-02-20', people, budgets: [week], ...said };
}

/** The platform counts anew on 1 March, and the week on 2 March. Everybody takes whatever there is. */
async function overBothTurns(eve: (world: EdgeWorld) => Promise<void>, said: Partial<EdgeTerms> = {}) {
  return onTheEmulator(terms(said), async (world) => {
    await world.nights({ from: '2026-02-21', through: '2026-02-27' });
    await eve(world);
    await world.nights({ from: '2026-03-03', through: '2026-03-07' });
    const used = { first: await world.granted(firstWeek), next: await world.granted(nextWeek) };
    return { first: within(kept.first, used.first), next: within(kept.next, used.next) };
  });
}

/** What both weeks are to be: much is granted, and nothing too much. */
const kept = { first: [27_000, 30_000], next: [25_000, 30_000] };

/** The bounds that use is within, or the use. */
function within(bounds: readonly number[], used: number): readonly number[] | number {
  const [least = 0, most = 0] = bounds;
  return least <= used && used <= most ? bounds : used;
}

test('one late day on the eve of a turn overspends neither week', async () => {
  const used = await overBothTurns(async (world) => {
    await world.arm({ match: { path: '/api/v1/analytics' }, fault: 'late-day', date: '2026-02-27', times: 1_000 });
    const held = await world.night('2026-02-28');
    expect(held.outcome.status).toBe('held');
    await world.arm();
    await world.night('2026-03-01');
    await world.night('2026-03-02');
  });

  expect(used).toEqual(kept);
});

test('late figures on the eve of a turn and failed runs at it overspend neither week', async () => {
  const used = await overBothTurns(async (world) => {
    await world.arm({ match: { path: '/api/v1/analytics' }, fault: 'late-day', date: '2026-02-27', times: 1_000 });
    await world.night('2026-02-28');
    await world.arm({ match: {}, fault: 'status', code: 503, times: 10_000 });
    await world.run('2026-03-01T00:05:00Z', { kind: 'window-start' });
    await world.night('2026-03-01');
    await world.arm();
    await world.night('2026-03-02');
  });

  expect(used).toEqual(kept);
});

test('a platform that is away on the eve of a turn overspends neither week', async () => {
  const used = await overBothTurns(async (world) => {
    await world.arm({ match: {}, fault: 'status', code: 503, times: 10_000 });
    await world.night('2026-02-28');
    await world.arm();
    await world.night('2026-03-01');
    await world.night('2026-03-02');
  });

  expect(used).toEqual(kept);
});

test.for([1, 29, 31])(
  'a run that nobody made on the eve of a turn, nor at it, overspends neither week, where the platform counts anew on day %i',
  async (anchorDay) => {
    const used = await overBothTurns(async (world) => void (await world.night('2026-03-01')), { anchorDay });

    expect(used).toEqual(kept);
  },
);

test('an own budget that cannot be read keeps no limit from falling where the platform counts anew', async () => {
  const quarter = { scope: 'org', window: 'quarter', amount: 40_000 };
  const own = { scope: 'user:ana@acme.example', window: 'month', amount: 30_000 };
  const used = await onTheEmulator(terms({ budgets: [quarter, own] }), async (world) => {
    await world.nights({ from: '2026-02-21', through: '2026-02-22' });
    world.write({ ...own, amount: -1 });
    await world.nights({ from: '2026-02-23', through: '2026-03-06' });
    return world.granted({ from: '2026-01-14', through: '2026-03-31' });
  });

  expect(used).toBeGreaterThan(30_000);
  expect(used).toBeLessThanOrEqual(40_000);
});

test('a top-up that cannot be read keeps no limit from falling where the platform counts anew', async () => {
  const quarter = { scope: 'org', window: 'quarter', amount: 40_000 };
  const topUp = { kind: 'top-up', id: 'one', scope: 'user:ana@acme.example', from: '2026-02-20', to: '2026-03-31' };
  const used = await onTheEmulator(terms({ budgets: [quarter] }), async (world) => {
    world.grant({ ...topUp, credits: 5_000, withinPool: true });
    await world.nights({ from: '2026-02-21', through: '2026-02-22' });
    world.grant({ ...topUp, credits: 'many' });
    await world.nights({ from: '2026-02-23', through: '2026-03-06' });
    return world.granted({ from: '2026-01-14', through: '2026-03-31' });
  });

  expect(used).toBeGreaterThan(30_000);
  expect(used).toBeLessThanOrEqual(40_000);
});

test.for([120, 90, -90, -120])(
  'a runner whose clock is %i minutes ahead overspends neither window at a turn',
  async (minutes) => {
    const used = await onTheEmulator(terms({ from: '2026-02-24', budgets: [month] }), async (world) => {
      // Much is left on the eve, and wanted in its last hours.
      await Promise.all(
        people.map(async (name) => world.want(name, { from: '2026-02-25', through: '2026-02-27' }, 500)),
      );
      world.aheadMs = minutes * 60_000;
      await world.nights({ from: '2026-02-25', through: '2026-02-28' });
      await world.run('2026-03-01T00:05:00Z', { kind: 'window-start' });
      await world.nights({ from: '2026-03-01', through: '2026-03-05' });
      const next = await world.granted({ from: '2026-03-01', through: '2026-03-31' });
      return { first: within(kept.first, await world.granted(february)), next: within(kept.next, next) };
    });

    expect(used).toEqual(kept);
  },
);

test('where the rows of days add up to less than what was billed, what was billed counts', async () => {
  const settings = { toleranceShare: 0.02 };
  const quarter = { ...month, window: 'quarter' };
  const used = await onTheEmulator(terms({ budgets: [quarter], settings }), async (world) => {
    await Promise.all(people.map(async (name) => world.want(name, { from: '2026-02-21', through: '2026-03-01' }, 900)));
    world.retold = withRowsTooLow;
    // The platform counts anew on 1 March: what was used before is in no limit any more.
    await world.nights({ from: '2026-02-21', through: '2026-03-05' });
    return world.granted({ from: '2026-01-14', through: '2026-03-31' });
  });

  expect(used).toBeGreaterThan(29_000);
  expect(used).toBeLessThanOrEqual(30_000);
});

/** Of what each person used in a day, the analytics name a hundredth less. What was billed is whole. */
function withRowsTooLow(path: string, body: string): string {
  return path.includes('/analytics/')
    ? body.replaceAll(
        /("user_email":"[^}]*?"billable_tokens":)(\d+)/gu,
        (_text, before: string, credits: string) => `${before}${Math.floor(Number(credits) * 0.99)}`,
      )
    : body;
}
