import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DaysOfUsers } from '../../../shared/ledger/days-of-users.ts';

test('every number that was set last is read back, whole or not, of however many users', () => {
  const aNumber = fc.oneof(
    fc.integer({ min: 0, max: 100 }),
    fc.constantFrom(0xff_ff_ff_ff, 0x1_00_00_00_00, Number.MAX_SAFE_INTEGER, -1, 0.5),
  );
  const aWrite = fc.record({ user: fc.constantFrom(0, 1, 1_023, 1_024, 2_100), day: fc.nat(2), value: aNumber });
  fc.assert(
    fc.property(fc.array(aWrite), (writes) => {
      const users = new DaysOfUsers(3);
      const expected = Array.from({ length: 2_101 }, () => [0, 0, 0]);
      expected.forEach((_days, user) => users.set(`u${user}`, 0, 0));

      for (const { user, day, value } of writes) {
        users.set(`u${user}`, day, value);
        expected[user]?.splice(day, 1, value);
      }

      expect(Array.from(users, ([, days]) => [...days])).toEqual(expected);
      expect([...users.on(1)].map(([, value]) => value)).toEqual(expected.map(([, value]) => value));
      expect(expected.map((_days, user) => users.read(`u${user}`, 2))).toEqual(expected.map((days) => days[2]));
    }),
    { numRuns: 20 },
  );
});

test('a user of whom nothing was set has no days, and nothing on any', () => {
  const users = new DaysOfUsers(2);
  users.set('ann', 1, 7);

  expect([users.get('ann'), users.get('bob')].map((days) => days && [...days])).toEqual([[0, 7], undefined]);
  expect([users.read('ann', 0), users.read('bob', 1)]).toEqual([0, 0]);
  expect([...users.values()].map((days) => [...days])).toEqual([[0, 7]]);
});

test.for([0, 1, 0xff_ff_ff_ff])('a number of four bytes takes four: %d', (value) => {
  const users = new DaysOfUsers(2);

  users.set('ann', 1, value);

  expect(users.get('ann')).toEqual(Uint32Array.of(0, value));
});

test.for([-1, 0.5, 0x1_00_00_00_00])('a number that needs more takes eight, as do those beside it: %d', (value) => {
  const users = new DaysOfUsers(2);
  users.set('ann', 0, 7);

  users.set('bob', 1, value);

  expect(users.get('ann')).toEqual(Float64Array.of(7, 0));
  expect(users.get('bob')).toEqual(Float64Array.of(0, value));
});
