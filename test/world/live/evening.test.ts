import { expect, test } from 'vitest';

import { daysOf, type Day } from '../../../shared/kernel/time/day.ts';
import type { LivePorts } from '../../../shared/live/use-cases/live-work.ts';
import type { Member } from '../model-consumption.ts';
import { limitsByUser } from '../proposed-edits.ts';
import { aLiveWorld, liveDay, liveOn, look, night, type LiveWorld } from './live-world.ts';

const amount = 12_000;
const window = { from: '2026-02-01', through: '2026-02-12' };
/** People who work much on one day of the week, each on a day of their own; no hook says who they are. */
const members = Array.from({ length: 7 }, (_, index): Member => {
  const demand = Array.from({ length: 28 }, (_each, day) => (day % 7 === index ? 2_400 : 30));
  return { userId: `u-${index}`, email: `person-${index}@acme.example`, demand };
});
const scenario = {
  members,
  budgets: [{ scope: 'org', window: 'month', amount }],
  admins: ['admin@acme.example'],
};
/** The first two follow the night, and show what was used before it. */
const looks = [1, 2, 4, 22];
const evening: Day = '2026-02-05';

/** On the day before the evening; three others are known then. */
async function aWorld(eveningReturn: 'seen' | 'everybody'): Promise<LiveWorld> {
  const terms = { ...liveOn, shadowDays: 1, eveningReturn };
  const world = { ...aLiveWorld(scenario, terms), hooked: new Set<string>() };
  for (const day of daysOf({ from: '2026-01-30', through: '2026-02-04' })) {
    await liveDay(world, day, looks);
  }
  await liveDay(world, evening, looks.slice(0, -1));
  world.clock.moveTo(`${evening}T22:50:00Z`);
  return world;
}

function used({ platform }: LiveWorld, through: Day): number {
  return daysOf({ from: window.from, through }).reduce(
    (sum, day) => [...platform.truth(day).values()].reduce((total, credits) => total + credits, sum),
    0,
  );
}

/** What the limits in force leave everybody together. */
async function headroom(world: LiveWorld): Promise<number> {
  const limits = [...(await limitsByUser(world)).values()].reduce<number>((sum, limit) => sum + (limit ?? 0), 0);
  return limits - used(world, '2026-02-06');
}

async function nextNight(world: LiveWorld): Promise<number> {
  await night(world, '2026-02-06');
  return headroom(world);
}

test('what is taken back in the evening is there the next night, and not a day later; where it is not, it is not', async () => {
  const [returning, kept] = [await aWorld('everybody'), await aWorld('seen')];
  const before = await limitsByUser(returning);
  const [taken, untouched] = [await look(returning), await look(kept)];
  const after = await limitsByUser(returning);

  expect(untouched.outcome.capsChanged).toBe(0);
  expect(taken.outcome.capsChanged).toBeGreaterThan(0);
  expect([...after].every(([userId, limit]) => (limit ?? 0) <= (before.get(userId) ?? 0))).toBe(true);
  expect(await nextNight(returning)).toBeGreaterThan(1.02 * (await nextNight(kept)));
});

test('days on which everybody returns grant no less, and overspend nothing', async () => {
  const grantedIn = async (eveningReturn: 'seen' | 'everybody') => {
    const world = await aWorld(eveningReturn);
    await look(world);
    for (const day of daysOf({ from: '2026-02-06', through: window.through })) {
      await liveDay(world, day, looks);
      expect(used(world, day)).toBeLessThanOrEqual(amount);
    }
    return used(world, window.through);
  };

  expect(await grantedIn('everybody')).toBeGreaterThanOrEqual(await grantedIn('seen'));
});

const lost = { kind: 'unknown', problem: 'the connection was lost' } as const;
const outcomes: readonly (readonly [string, (writer: LivePorts['limitWriter']) => LivePorts['limitWriter']])[] = [
  ['is applied', (writer) => ({ ...writer, setLimits: async (...rows) => writer.setLimits(...rows).then(() => lost) })],
  ['is not applied', (writer) => ({ ...writer, setLimits: async () => Promise.resolve(lost) })],
];

test.each(outcomes)(
  'what is taken back does not count as free while its answer is lost, where it %s',
  async (_how, alter) => {
    const [lostAnswer, kept] = [await aWorld('everybody'), await aWorld('seen')];
    await look(lostAnswer, (ports) => ({ ...ports, limitWriter: alter(ports.limitWriter) }));
    await look(kept);

    expect(await nextNight(lostAnswer)).toBeLessThanOrEqual(await nextNight(kept));
    lostAnswer.clock.moveTo('2026-02-07T00:00:00Z');
    expect(lostAnswer.violations).toEqual([]);
    expect(used(lostAnswer, '2026-02-06')).toBeLessThanOrEqual(amount);
  },
);
