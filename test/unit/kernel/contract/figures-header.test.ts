import { expect, test } from 'vitest';

import { oldFiguresIn, oldFiguresText } from '../../../../shared/kernel/contract/figures-header.ts';

test('of older figures a header tells the moment and the seconds until newer ones, rounded up, and of current ones nothing', () => {
  const text = oldFiguresText({ ageMs: 61_000, newerInMs: 8_200 }, Date.parse('2026-11-28T10:03:12.000Z'));

  expect(text).toBe('at=2026-11-28T10:02:11.000Z; newer-in=9');
  expect(oldFiguresIn(text)).toEqual({ at: '2026-11-28T10:02:11.000Z', newerInSeconds: 9 });
  expect([oldFiguresIn(null), oldFiguresIn('last')]).toEqual([undefined, undefined]);
});
