import { expect, test } from 'vitest';

import type { DemandHistory } from '../../../../shared/pools/demand/demand-history.ts';
import { headroomFor, stopChance, unknownDemand } from '../../../../shared/pools/demand/demand.ts';
import { estimateDemand } from '../../../../shared/pools/demand/estimate-demand.ts';

/** Eight weeks that end on a Sunday. */
const through = '2026-03-08';
const monday = '2026-03-09';
const saturday = '2026-03-14';

function history(userId: string, of: (weekday: number, index: number) => number | 'stopped'): DemandHistory {
  const days = Array.from({ length: 56 }, (_, index) => of(index % 7, index));
  return {
    userId,
    credits: days.map((day) => (day === 'stopped' ? 100 : day)),
    isStopped: days.map((day) => day === 'stopped'),
  };
}

const onWorkdays = (credits: number) => (weekday: number) => (weekday < 5 ? credits : 0);

function estimated(histories: readonly DemandHistory[], day = monday) {
  const demands = estimateDemand({ histories, through, day });
  return (userId: string) => demands.get(userId) ?? unknownDemand;
}

test('without any history everybody is taken to be alike', () => {
  const histories = ['b', 'a'].map((userId) => ({ userId, credits: [], isStopped: [] }));

  const demands = estimateDemand({ histories, through, day: monday });

  expect(demands).toEqual(
    new Map([
      ['a', unknownDemand],
      ['b', unknownDemand],
    ]),
  );
});

test('with a history of others, or of some weekdays, nobody is unknown', () => {
  const known = estimated([history('a', onWorkdays(1_000)), { userId: 'b', credits: [], isStopped: [] }]);
  const oneDay = estimated([{ userId: 'a', credits: [500], isStopped: [false] }]);

  expect([known('a'), known('b'), oneDay('a')]).not.toContainEqual(unknownDemand);
});

test('a user who works on workdays is hardly expected on a Saturday', () => {
  const histories = [history('a', onWorkdays(1_000)), history('b', onWorkdays(1_000))];

  expect(estimated(histories)('a').activeChance).toBeGreaterThan(0.9);
  expect(estimated(histories, saturday)('a').activeChance).toBeLessThan(0.1);
});

test('a user who works at weekends is expected then', () => {
  const histories = [history('a', onWorkdays(1_000)), history('b', () => 1_000)];

  expect(estimated(histories, saturday)('b').activeChance).toBeGreaterThan(0.6);
});

test('a user whose history is short is drawn towards the organization', () => {
  const newcomer: DemandHistory = { userId: 'new', credits: [20_000], isStopped: [false] };
  const of = estimated([history('a', onWorkdays(1_000)), history('b', onWorkdays(1_000)), newcomer]);

  expect(of('new').medianCredits).toBeGreaterThan(2_000);
  expect(of('new').medianCredits).toBeLessThan(15_000);
});

test('a day on which a user was stopped counts as more than was consumed, not as low demand', () => {
  const others = history('b', onWorkdays(1_000));
  const free = history('a', (weekday, index) => (weekday >= 5 ? 0 : index < 28 ? 1_000 : 100));
  const stopped = history('a', (weekday, index) => (weekday >= 5 ? 0 : index < 28 ? 1_000 : 'stopped'));

  const medianFree = estimated([free, others])('a').medianCredits;
  const medianStopped = estimated([stopped, others])('a').medianCredits;

  expect(medianStopped).toBeGreaterThan(medianFree * 1.3);
});

test('days on which a user was stopped before consuming anything say nothing', () => {
  const blocked: DemandHistory = {
    userId: 'a',
    credits: [...Array.from(history('a', onWorkdays(1_000)).credits).slice(0, 49), 0, 0, 0, 0, 0, 0, 0],
    isStopped: Array.from({ length: 56 }, (_, index) => index >= 49),
  };

  expect(estimated([blocked, history('b', onWorkdays(1_000))])('a').activeChance).toBeGreaterThan(0.9);
});

test('the order of users changes nothing, to the last digit', () => {
  const histories = [history('a', onWorkdays(1_234)), history('b', () => 77), history('c', (_, index) => index * 31)];

  expect(estimated(histories.toReversed())('b')).toEqual(estimated(histories)('b'));
});

test('headroom and chance of being stopped are each other turned round', () => {
  const demand = { activeChance: 0.8, medianCredits: 5_000, spread: 0.6 };

  expect(stopChance(demand, headroomFor(demand, 0.05))).toBeCloseTo(0.05, 10);
  expect(headroomFor(demand, 0.9)).toBe(0);
});
