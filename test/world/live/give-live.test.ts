import { expect, test } from 'vitest';

import { PlatformUnavailableError } from '../../../shared/kernel/runs/ports.ts';
import { addDays, daysOf, startOfDayMs, type Day } from '../../../shared/kernel/time/day.ts';
import type { LivePorts } from '../../../shared/live/use-cases/live-work.ts';
import type { Scenario } from '../enforcement-world.ts';
import type { Member } from '../model-consumption.ts';
import { hourMs, minuteMs } from '../virtual-clock.ts';
import {
  aLiveWorld,
  beforeMidnight,
  everyOtherHour,
  liveDay,
  liveOn,
  look,
  night,
  ownerOf,
  type LiveWorld,
} from './live-world.ts';

const amount = 12_000;
const week = { from: '2026-02-02', through: '2026-02-08' };
const pool = { scope: 'org', window: 'week', amount } as const;

/** People who work much on one day of the week, each on a day of their own. */
const members = Array.from({ length: 7 }, (_, index): Member => {
  const demand = Array.from({ length: 28 }, (_each, day) => (day % 7 === index ? 2_400 : day % 3 === 0 ? 24 : 0));
  return { userId: `u-${index}`, email: `person-${index}@acme.example`, demand };
});
const scenario = { members, admins: ['admin@acme.example'] };

function usedIn(world: LiveWorld, days: readonly Day[]): number {
  return days.reduce(
    (sum, day) => [...world.platform.truth(day).values()].reduce((total, each) => total + each, sum),
    0,
  );
}

/** A world in which everybody has a limit and the totals agreed with the bill for as long as is asked for. */
async function verifiedWorld(terms = liveOn, budgets: Scenario['budgets'] = [pool]): Promise<LiveWorld> {
  const world = aLiveWorld({ ...scenario, budgets }, terms);
  for (const day of daysOf({ from: '2026-01-26', through: '2026-02-01' })) {
    await liveDay(world, day, beforeMidnight);
  }
  return world;
}

/** What a week grants; it is looked at whether the pool holds at the end of each day. */
async function grantedIn(world: LiveWorld): Promise<number> {
  for (const day of daysOf(week)) {
    await liveDay(world, day, everyOtherHour);
    expect(usedIn(world, daysOf({ from: week.from, through: day }))).toBeLessThanOrEqual(amount);
  }
  world.clock.moveTo(`${addDays(week.through, 1)}T00:00:00Z`);
  expect(world.violations).toEqual([]);
  return usedIn(world, daysOf(week));
}

test('a strict pool of people who work on few days grants more where credits are given in the day', async () => {
  const nightly = await grantedIn(await verifiedWorld({ ...liveOn, mode: 'off' }));
  const live = await grantedIn(await verifiedWorld());

  expect(live).toBeGreaterThan(1.02 * nightly);
});

test('wrong hints cost fairness, and never the pool', async () => {
  const world = await verifiedWorld();
  members.forEach(({ userId }, index) => world.mistaken.set(userId, `u-${(index + 1) % members.length}`));

  expect(await grantedIn(world)).toBeLessThanOrEqual(amount);
});

test('nothing is given in shadow, however well the totals agree', async () => {
  const world = await verifiedWorld({ ...liveOn, mode: 'shadow' });
  world.clock.moveTo('2026-02-02T10:50:00Z');
  const { outcome } = await look(world);

  expect(outcome).toMatchObject({ status: 'complete', capsChanged: 0 });
  expect((await world.live.readState()).report?.standing).toMatchObject({ kind: 'shadow', isVerified: true });
  expect(world.platform.puts.filter(({ runId }) => runId.startsWith('live-'))).toEqual([]);
});

test('nothing is given, and admins are notified, once a session that is not over is missing from the list', async () => {
  const world = await verifiedWorld();
  await liveDay(world, '2026-02-02', [1, 11]);
  world.clock.moveTo('2026-02-02T12:50:00Z');
  const busy = (await world.live.listSessions()).find(({ sessionId }) => sessionId.endsWith('02-02'));
  world.unlisted.add(ownerOf(busy?.sessionId ?? ''));
  const putsBefore = world.platform.puts.length;
  const { outcome } = await look(world);

  expect(outcome.problems).toEqual([expect.stringMatching(/^Nothing was given: .*not whole/u)]);
  expect(outcome).toMatchObject({ capsChanged: 0, alerts: 1 });
  expect(world.platform.puts.length).toBe(putsBefore);
});

test('credits are given before the night that follows the first day of every window, too', async () => {
  const world = await verifiedWorld(liveOn, [{ ...pool, window: 'month', amount: 10 * amount }]);
  world.clock.moveTo('2026-02-02T00:50:00Z');
  const { outcome } = await look(world);

  expect(outcome).toMatchObject({ dataThrough: '2026-01-31', problems: [] });
  expect((await world.live.readState()).report?.standing.kind).toBe('on');
});

test('a run that is stopped between what it counts and the sessions counts too much, never too little', async () => {
  const world = await verifiedWorld();
  world.clock.moveTo('2026-02-02T10:50:00Z');
  const { totals: before } = await world.live.readState();
  const stopped = look(world, (ports) => ({
    ...ports,
    live: { ...ports.live, putSessions: async () => Promise.reject(new Error('stopped')) },
  }));
  await expect(stopped).rejects.toThrow('stopped');
  const once = (await world.live.readState()).totals.countedCredits - before.countedCredits;
  world.clock.moveTo('2026-02-02T11:50:00Z');
  await look(world);

  expect(once).toBeGreaterThan(0);
  expect((await world.live.readState()).totals.countedCredits - before.countedCredits).toBeGreaterThanOrEqual(2 * once);
});

/** A world at ten past ten, in which some have little left of what is asked for at once; the last look was at 09:50. */
async function shortWorld(): Promise<LiveWorld> {
  const verified = await verifiedWorld();
  await liveDay(verified, '2026-02-02', [1, 3, 5, 7]);
  const world = { ...verified, terms: { ...liveOn, trancheCredits: 5_000 } };
  world.clock.moveTo('2026-02-02T09:50:00Z');
  await look(world);
  world.clock.moveTo('2026-02-02T10:10:00Z');
  return world;
}

const unread = (ports: LivePorts): LivePorts => ({
  ...ports,
  sessions: {
    ...ports.sessions,
    pages: () => {
      throw new Error('the list is not read');
    },
  },
});

test('a run that hooks start gives at once what an hour would have waited for, without the list of sessions', async () => {
  const world = await shortWorld();
  const before = await world.live.readState();
  const lowBefore = (await world.live.readLow())?.userIds;
  const nowMs = world.clock.now();
  const hint = { userId: 'u-2', sessionId: 'u-2/new', event: 'Stop', atMs: nowMs } as const;
  const at = { createdAtMs: nowMs - 600_000, updatedAtMs: nowMs, messageCount: 1, childIds: [] };
  const asked: string[] = [];

  const { outcome } = await look(
    world,
    (ports) => ({
      ...unread(ports),
      hints: { ...ports.hints, listSince: async () => Promise.resolve([hint]) },
      sessions: {
        ...unread(ports).sessions,
        find: async (id) => {
          asked.push(id);
          return Promise.resolve({ sessionId: id, ...at, ownCredits: 700 });
        },
      },
    }),
    'reported',
  );

  expect(lowBefore).toContain('u-2');
  expect(asked).toEqual([hint.sessionId]);
  expect(outcome).toMatchObject({ status: 'complete', capsFailed: 0 });
  const sent = world.platform.puts.filter(({ runId }) => runId.endsWith('-reported'));
  const given = sent.flatMap(({ entries }) => entries).find(({ email }) => email === 'person-2@acme.example');
  expect(given?.limitCredits).toBeGreaterThan(850);
  // Nothing was read, so that nothing new is proven or counted.
  expect((await world.live.readState()).totals).toEqual(before.totals);
  expect(world.violations).toEqual([]);
});

test('a look that gives credits also sends what another pool is owed', async () => {
  const world = await verifiedWorld();
  await liveDay(world, '2026-02-02', [1]);
  world.clock.moveTo('2026-02-02T14:50:00Z');
  const [owing, before] = ['person-3@acme.example', world.platform.puts.length];
  world.stores.teams.writeByHand({ name: 'web', members: [owing], position: 1 });
  world.stores.budgets.writeByHand({ scope: 'team:web', window: 'week', amount: 100 });
  await look(world);

  const sent = world.platform.puts.slice(before).flatMap(({ entries }) => entries);
  expect(sent.filter(({ email }) => email !== owing)).not.toEqual([]);
  expect(world.platform.limitOf(owing)).toBeLessThan(200);
});

test('a run that hooks start takes nothing from anybody, and reads the list itself where the hour did not', async () => {
  const world = await shortWorld();
  world.clock.moveTo('2026-02-02T22:55:00Z');
  const stale = await world.live.readState();
  const limits = new Map(
    (await world.stores.limits.list()).map(({ email, confirmed }) => [email, confirmed?.limitCredits]),
  );
  await expect(look(world, unread, 'reported')).rejects.toThrow('the list is not read');
  await look(world, undefined, 'reported');
  const { totals } = await world.live.readState();

  expect(totals.reading?.beganAtMs).toBeGreaterThan(stale.totals.reading?.beganAtMs ?? Infinity);
  const sent = world.platform.puts.filter(({ runId }) => runId.endsWith('-reported')).flatMap(({ entries }) => entries);
  expect(sent.filter(({ email, limitCredits }) => limitCredits < (limits.get(email) ?? Infinity))).toEqual([]);
});

test('where hours are missed, runs that hooks start make up for them, and nothing is overspent', async () => {
  const used = async (isReporting: boolean): Promise<number> => {
    const world = await verifiedWorld();
    const days = daysOf({ from: week.from, through: addDays(week.from, 2) });
    for (const [hour, day] of days.flatMap((each) => everyOtherHour.map((at) => [at, each] as const))) {
      world.clock.moveTo(startOfDayMs(day) + hour * hourMs + 50 * minuteMs);
      const isKept = hour === 1 || hour === 23;
      if (isKept || isReporting) {
        await look(world, undefined, isKept ? 'hourly' : 'reported');
      }
      if (hour === 1) {
        await night(world, day);
      }
      expect(usedIn(world, days)).toBeLessThanOrEqual(amount);
    }
    expect(world.violations).toEqual([]);
    expect(world.platform.puts.some(({ runId }) => runId.endsWith('-reported'))).toBe(isReporting);
    return usedIn(world, days);
  };

  expect(await used(true)).toBeGreaterThan(await used(false));
});

test('a run that hooks start does nothing while another one gives', async () => {
  const world = await shortWorld();
  const first = look(world, (ports) => ({
    ...ports,
    live: {
      ...ports.live,
      async readState() {
        const second = await look(world, undefined, 'reported');
        expect(second.outcome).toMatchObject({ status: 'held', held: { guard: 'another-run' } });
        return ports.live.readState();
      },
    },
  }));

  await expect(first).resolves.toMatchObject({ outcome: { status: 'complete' } });
});

/** At 10:50 of a day on which nothing is seen of anybody, with the ports of the look altered. */
async function unseenLook(signedIn: readonly string[], alter: (ports: LivePorts) => LivePorts = (ports) => ports) {
  const world = { ...(await shortWorld()), hooked: new Set<string>(), terms: { ...liveOn, trancheCredits: 5_000 } };
  signedIn.forEach((userId) => world.signedIn.add(userId));
  world.clock.moveTo('2026-02-02T10:50:00Z');
  const limits = () => new Map(members.map(({ userId, email = '' }) => [userId, world.platform.limitOf(email) ?? 0]));
  const before = limits();
  const { outcome } = await look(world, (ports) =>
    alter({ ...ports, live: { ...ports.live, listSessions: async () => [] } }),
  );
  expect(world.violations).toEqual([]);
  const after = limits();
  const raises = members.map(({ userId }) => (after.get(userId) ?? 0) - (before.get(userId) ?? 0));
  return { raises, outcome, world };
}

test('who signed in or followed a link today and has little left is given of what floats, and nobody loses by it', async () => {
  const { raises, world } = await unseenLook(['u-4'], (ports) => ({
    ...ports,
    hints: { ...ports.hints, listVisitsSince: async () => [{ person: 'person-5@acme.example', atMs: 0 }] },
  }));
  world.clock.moveTo('2026-02-02T11:50:00Z');
  const puts = world.platform.puts.length;
  await look(world, (ports) => ({ ...ports, live: { ...ports.live, listSessions: async () => [] } }));

  expect(raises.map((credits) => credits > 0)).toEqual([false, false, false, false, true, true, false]);
  expect(Math.min(...raises)).toBe(0);
  expect(world.platform.puts).toHaveLength(puts);
});

test('a list of users that cannot be read is said, and keeps nothing from being given', async () => {
  const { outcome } = await unseenLook([], (ports) => ({
    ...ports,
    signIns: { listSince: async () => Promise.reject(new PlatformUnavailableError('away')) },
  }));

  expect(outcome).toMatchObject({ status: 'complete', problems: [expect.stringMatching(/^Sign-ins .* away$/u)] });
});
