import { expect, test } from 'vitest';

import { seriesOfUse } from '../../../console/pages/people/series-of-use.ts';

const limit = { run: null, outcome: 'done', reason: 'raised', budget: null } as const;

test('days by whose end the limit was reached are distinguished, and the forecast begins where the figures end', () => {
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
    limits: [
      { ...limit, at: '2026-03-03T02:30:00.000Z', from: 200, to: 400 },
      { ...limit, at: '2026-03-02T02:30:00.000Z', from: 300, to: 200 },
    ],
  });

  expect(series.used).toEqual([100, null, 250, null, null]);
  expect(series.stopped).toEqual([null, 200, null, null, null]);
  expect(series.limit).toEqual([300, 200, 400, 400, 400]);
  expect(series.expected).toEqual([null, null, 250, 300, 350]);
});
