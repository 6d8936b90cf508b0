import { expect, test } from 'vitest';

import { seriesOfUse } from '../../../console/pages/people/series-of-use.ts';

const limit = { run: null, outcome: 'done', reason: 'raised', budget: null } as const;

test('days by whose end the limit was reached are distinguished, with what the limit left for each day of the window', () => {
  const series = seriesOfUse({
    email: 'ann@acme.example',
    userId: 'ann',
    dataThrough: '2026-03-03',
    platformWindow: { from: '2026-03-01', through: '2026-03-05' },
    days: [
      { day: '2026-02-28', credits: 500 },
      { day: '2026-03-01', credits: 100 },
      { day: '2026-03-02', credits: 100 },
      { day: '2026-03-03', credits: 50 },
    ],
    forecast: { low: 260, mean: 350, high: 500 },
    expected: [
      { day: '2026-03-04', credits: 40 },
      { day: '2026-03-05', credits: 60 },
    ],
    limits: [
      { ...limit, at: '2026-03-03T02:30:00.000Z', from: 200, to: 400 },
      { ...limit, at: '2026-03-02T02:30:00.000Z', from: 300, to: 200 },
    ],
  });

  expect(series.days[0]).toBe('2026-02-28');
  expect(series.used).toEqual([500, 100, null, 50, null, null]);
  expect(series.stopped).toEqual([null, null, 100, null, null, null]);
  expect(series.expected).toEqual([null, null, null, null, 40, 60]);
  expect(series.left).toEqual([null, 300, 100, 200, 150, 110]);
  expect(series.most).toBe(625);
});
