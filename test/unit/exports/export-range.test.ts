import { expect, test } from 'vitest';

import { exportRange } from '../../../shared/exports/export-range.ts';

const today = '2026-03-15';

test.each([
  [{}, '2026-02-01', '2026-02-28'],
  [{ from: '2026-01-20' }, '2026-01-20', '2026-03-14'],
  [{ to: '2026-01-20' }, '2026-01-01', '2026-01-20'],
  [{ from: '2026-03-14', to: '2026-03-14' }, '2026-03-14', '2026-03-14'],
])('%j is exported from %s to %s', (given, from, through) => {
  expect(exportRange(given, today)).toStrictEqual({ range: { from, through } });
});

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, 'the first day, 2026-03-02, is after the last one, 2026-03-01'],
  [{ to: '2026-03-15' }, 'there are no figures of 2026-03-15 yet; give 2026-03-14 as the last day'],
  [{ from: '2026-03-15' }, 'there are no figures of 2026-03-15 yet; give 2026-03-14 as the first day'],
  [{ from: '1/2/2026' }, 'did you mean 2026-01-02 or 2026-02-01?'],
  [{ to: '2026-02-30' }, '"2026-02-30" is not a day of the calendar'],
])('%j is refused with what to give', (given, problem) => {
  expect(exportRange(given, today)).toStrictEqual({ problem: expect.stringContaining(problem) as string });
});

test('a journal has entries of today', () => {
  expect(exportRange({ from: today }, today, today)).toStrictEqual({ range: { from: today, through: today } });
});
