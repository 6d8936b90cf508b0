import { expect, test } from 'vitest';

import { dateOfDay, dayOfDate } from '../../../../../emulator/state/clock.ts';
import { windowStartOf } from '../../../../../emulator/state/usage/consumption.ts';

test.each([
  ['2026-03-15', 1, '2026-03-01'],
  ['2026-03-01', 1, '2026-03-01'],
  ['2026-02-28', 1, '2026-02-01'],
  ['2026-03-14', 15, '2026-02-15'],
  ['2026-03-15', 15, '2026-03-15'],
  ['2026-01-10', 15, '2025-12-15'],
  ['2026-02-27', 31, '2026-01-31'],
  ['2026-02-28', 31, '2026-02-28'],
  ['2026-03-30', 31, '2026-02-28'],
  ['2028-02-29', 30, '2028-02-29'],
])('%s with anchor day %i lies in the window from %s', (date, anchorDay, start) => {
  const windowStart = windowStartOf(dayOfDate(date) ?? 0, anchorDay);

  expect(dateOfDay(windowStart)).toBe(start);
});
