import { describe, expect, test } from 'vitest';

import { armedFaults, type FaultMatch } from '../../../../emulator/faults/armed-faults.ts';
import type { FaultAction } from '../../../../emulator/faults/fault.ts';

const CALL = { method: 'GET', pathname: '/api/v1/analytics/users', query: {} };
const ALONE: FaultAction = { instead: () => undefined };
const ADDS_UP: FaultAction = { prepare: () => undefined };

function armedWith(match: FaultMatch, times = 1): ReturnType<typeof armedFaults> {
  const faults = armedFaults();
  faults.arm({ match, fault: 'status', times }, ALONE);
  return faults;
}

describe('a match', () => {
  test.each([
    [{}, true],
    [{ method: 'get' }, true],
    [{ method: 'PUT' }, false],
    [{ path: '/api/v1/analytics/users' }, true],
    [{ path: '/api/v1/analytics' }, true],
    [{ path: '/api/v0' }, false],
    [{ path: '/api/*/users' }, true],
    [{ path: '*analytics*' }, true],
    [{ path: '/api/*/tokens' }, false],
    [{ path: '/api/*/analytics/*' }, true],
    [{ path: '/api/v1/analytics/users*users' }, false],
  ] satisfies [FaultMatch, boolean][])('%j takes the call: %s', (match, expected) => {
    expect(armedWith(match).firingFor(CALL).length === 1).toBe(expected);
  });
});

test('a fault fires as often as it was armed for', () => {
  const faults = armedWith({}, 2);

  const fired = [1, 2, 3].map(() => faults.firingFor(CALL).length);

  expect(fired).toEqual([1, 1, 0]);
});

test('a fault for the nth call leaves those before and after it alone', () => {
  const faults = armedWith({ nth: 3 });

  const fired = [1, 2, 3, 4].map(() => faults.firingFor(CALL).length);

  expect(fired).toEqual([0, 0, 1, 0]);
});

test('of two faults that answer a call the first armed fires, the second at the next call', () => {
  const faults = armedFaults();
  faults.arm({ match: {}, fault: 'status', times: 1 }, ALONE);
  faults.arm({ match: {}, fault: 'reset', times: 1 }, ALONE);

  const fired = [1, 2].map(() => faults.firingFor(CALL).map(({ spec }) => spec.fault));

  expect(fired).toEqual([['status'], ['reset']]);
});

test('faults that change what is reported add up with one another and with one that answers', () => {
  const faults = armedFaults();
  faults.arm({ match: {}, fault: 'late-day', times: 1 }, ADDS_UP);
  faults.arm({ match: {}, fault: 'restate-day', times: 1 }, ADDS_UP);
  faults.arm({ match: {}, fault: 'slow', times: 1 }, ALONE);

  expect(faults.firingFor(CALL)).toHaveLength(3);
});
