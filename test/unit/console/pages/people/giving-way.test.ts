import { expect, test } from 'vitest';

import { givingWay } from '../../../../../console/pages/people/giving-way.ts';

function chosen(isIdle: boolean, within: number | null, raise: number | null, mayRaise = true) {
  const way = (now: number | null) => (now === null ? null : { now });
  const shown = { gets: { isIdle }, ways: { withinPool: way(within), raisePools: way(raise) } };
  return givingWay(shown as unknown as Parameters<typeof givingWay>[0], mayRaise);
}

test('where the chosen source gives nothing the form chooses the one that gives, in the pools before larger ones', () => {
  expect(chosen(true, 500, 900)).toBe('within');
  expect(chosen(true, 0, 900)).toBe('raise');
  expect(chosen(true, null, 900)).toBe('raise');
});

test('nothing else is chosen where the source gives something, no way gives, or the caller may not raise budgets', () => {
  expect(chosen(false, 500, 900)).toBeUndefined();
  expect(chosen(true, null, null)).toBeUndefined();
  expect(chosen(true, null, 900, false)).toBeUndefined();
});
