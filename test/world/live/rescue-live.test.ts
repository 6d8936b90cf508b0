import { expect, test } from 'vitest';

import { addGrant, previewTopUp } from '../../../shared/grants/use-cases.ts';
import { daysOf } from '../../../shared/kernel/time/day.ts';
import { invoke, type Scenario } from '../enforcement-world.ts';
import { minuteMs } from '../virtual-clock.ts';
import { aLiveWorld, beforeMidnight, liveDay, liveOn, look } from './live-world.ts';

const amount = 12_000;
const rescued = 'person-4@acme.example';

/** People who work much on one day of the week, each on a day of their own, under one strict pool. */
const scenario: Scenario = {
  members: Array.from({ length: 7 }, (_, index) => ({
    userId: `u-${index}`,
    email: `person-${index}@acme.example`,
    demand: Array.from({ length: 28 }, (_each, day) => (day % 7 === index ? 2_400 : day % 3 === 0 ? 24 : 0)),
  })),
  budgets: [{ scope: 'org', window: 'week', amount }],
  admins: ['admin@acme.example'],
};

/** Of the amount that somebody asks for within the pool, what is given within a minute; nobody else may lose by it. */
async function rescue(mode: 'off' | 'on', credits: number) {
  const world = aLiveWorld(scenario, { ...liveOn, mode });
  for (const day of daysOf({ from: '2026-01-26', through: '2026-02-01' })) {
    await liveDay(world, day, beforeMidnight);
  }
  await liveDay(world, '2026-02-02', [1, 9]);
  world.clock.moveTo('2026-02-02T10:10:00Z');
  const limitsOf = () =>
    world.platform.members().map(({ email = '' }) => [email, world.platform.limitOf(email)] as const);
  const before = new Map(limitsOf());
  const terms = {
    scope: { kind: 'user', email: rescued },
    credits,
    from: '2026-02-02',
    to: '2026-02-08',
    reason: 'release',
  } as const;
  const stores = { ...world.stores, live: world.live };
  const { withinPool } = await previewTopUp(stores, {
    settings: world.settings,
    atMs: world.clock.now(),
    terms,
    raisesBinding: false,
  });
  const way = withinPool === undefined ? {} : { ...withinPool.terms, usableBefore: withinPool.usableBefore };
  const author = { name: 'lead@acme.example', at: new Date(world.clock.now()).toISOString() };
  await addGrant(stores, { kind: 'top-up', ...terms, ...way }, author);
  world.clock.moveBy(minuteMs / 2);
  const at = new Date(world.clock.now()).toISOString();
  await invoke(world, {
    runId: `enforce-${at}-edit-1`,
    at,
    kind: 'edit',
    onlyIfUnfinished: false,
    alter: (ports) => ({ ...ports, live: world.live }),
  });
  const gains = new Map(limitsOf().map(([email, limit = 0]) => [email, limit - (before.get(email) ?? 0)]));
  // What floats less is left to the looks that follow.
  const { outcome } = await look(world);
  expect(outcome.status).toBe('complete');
  expect(world.violations).toEqual([]);
  return { said: withinPool?.gains[0]?.nowCredits, gained: gains.get(rescued) ?? 0, gains };
}

test('a rescue within a pool draws on what floats, within the minute: all of it, and nobody is lowered', async () => {
  const { said, gained, gains } = await rescue('on', 1_500);

  expect([said, gained]).toEqual([1_500, 1_500]);
  expect(Math.min(...gains.values())).toBe(0);
});

test('without a float the same rescue gets the reserve of the pool at once, and the rest with the next night', async () => {
  const { gained } = await rescue('off', 1_500);

  expect(gained).toBeLessThan(1_500);
});
