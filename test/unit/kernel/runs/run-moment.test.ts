import { expect, test } from 'vitest';

import { aheadOfClock } from '../../../../shared/kernel/runs/run-id.ts';

const nowMs = Date.parse('2026-03-15T12:00:00Z');

test.for([
  [-86_400_000, false],
  [0, false],
  [60_000, false],
  [60_001, true],
  [3_600_000, true],
] as const)('a run as of %i ms later than the clock is refused: %s', ([laterMs, isRefused]) => {
  expect(aheadOfClock(nowMs + laterMs, nowMs) !== undefined).toBe(isRefused);
});

test('the refusal says what was read and what is allowed', () => {
  const problem = aheadOfClock(nowMs + 1, nowMs, 0);

  expect(problem).toContain('2026-03-15T12:00:00.001Z');
  expect(problem).toContain('2026-03-15T12:00:00.000Z');
});
