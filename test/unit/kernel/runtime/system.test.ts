import { expect, test } from 'vitest';

import { randomIds } from '../../../../shared/kernel/runtime/random-ids.ts';
import { systemClock } from '../../../../shared/kernel/runtime/system-clock.ts';

test('the clock gives Unix milliseconds', () => {
  const before = Date.now();

  const nowMs = systemClock.now();

  expect(nowMs).toBeGreaterThanOrEqual(before);
  expect(nowMs).toBeLessThanOrEqual(Date.now());
});

test('a sleep lasts until its end or until its signal', async () => {
  await systemClock.sleep(1);

  await expect(systemClock.sleep(60_000, AbortSignal.abort())).rejects.toThrow('aborted');
});

test('no two ids are the same', () => {
  const ids = Array.from({ length: 100 }, () => randomIds.next());

  expect(new Set(ids).size).toBe(100);
});
