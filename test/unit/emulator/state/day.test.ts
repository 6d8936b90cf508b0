import { expect, test } from 'vitest';

import { dateOfDay, dayOfDate } from '../../../../emulator/state/clock.ts';

test('a date and its day number are two names of one day', () => {
  expect(dateOfDay(dayOfDate('2028-02-29') ?? 0)).toBe('2028-02-29');
});

test.each(['2026-02-30', '2026-13-01', '2026-1-1', '26-01-01', '2026-01-01T00:00:00Z', '', 'today'])(
  '%j is not a date',
  (text) => {
    expect(dayOfDate(text)).toBeUndefined();
  },
);
