import { expect, test } from 'vitest';

import { windowAt } from '../../../shared/budgets/window.ts';
import { type WindowForecast, describeForecast } from '../../../shared/forecast/forecast.ts';

test('a forecast is reported with its range, its chance and its cause', () => {
  const forecast: WindowForecast = {
    kind: 'forecast',
    window: windowAt('month', '2026-03-10', { anchorDay: 1 }),
    dataThrough: '2026-03-09',
    usedCredits: 40_000,
    expectedCredits: 140_000,
    lowCredits: 120_000,
    highCredits: 165_000,
    restSpreadShare: 0.2,
  };
  const causes = [{ who: 'ada@example.com', model: 'opus', riseCredits: 7_000, share: 0.7 }];
  const rise = { usedCredits: 40_000, usualCredits: 30_000, riseCredits: 10_000, causes };

  expect(describeForecast(forecast, 100_000, rise)).toBe(
    '140,000 credits are expected by the end of 31 Mar (most likely 120,000 to 165,000), where the budget is 100,000; the chance of passing it is 99 %. 70 % of the rise is ada@example.com on opus, 30 % others.',
  );
});
