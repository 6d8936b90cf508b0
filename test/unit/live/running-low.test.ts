import { expect, test } from 'vitest';

import { provePools } from '../../../shared/live/give.ts';
import { runningLow } from '../../../shared/live/running-low.ts';
import { aLook, march } from './looks.ts';

const look = aLook([march]);
const proven = provePools(look);

test('whoever would be short within the next hours of work is running low, and who has enough is not', () => {
  // Of a tranche of 100, a has nothing left and b 550.
  expect(runningLow(look, proven, [])).toEqual(['a']);
});

test('whoever was given enough at this look is not, nor is anybody of a pool of which nothing is free any more', () => {
  const [{ freeCredits } = { freeCredits: 0 }] = proven;

  expect(runningLow(look, proven, [{ userId: 'a', limitCredits: 640, reason: 'asked' }])).toEqual([]);
  expect(runningLow(look, proven, [{ userId: 'b', limitCredits: 550 + freeCredits, reason: 'asked' }])).toEqual([]);
});
