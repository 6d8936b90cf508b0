import { expect, test } from 'vitest';

import { describeHeading, type Heading } from '../../../../shared/kernel/texts/run-out.ts';

const lasting: Heading = {
  through: '2026-11-30',
  amount: 100_000,
  allowed: 100_000,
  used: 60_000,
  forecast: { low: 80_000, mean: 87_000, high: 95_000 },
  runsOut: { expected: null, earliest: null, latest: null },
};
const running: Heading = {
  ...lasting,
  forecast: { low: 101_000, mean: 120_000, high: 150_000 },
  runsOut: { expected: '2026-11-26', earliest: '2026-11-24', latest: '2026-11-28' },
};

test.for<readonly [Heading, string]>([
  [running, 'Runs out Thu 26 Nov (between Tue 24 Nov and Sat 28 Nov)'],
  [
    { ...running, runsOut: { expected: '2026-11-26', earliest: '2026-11-24', latest: null } },
    'Runs out Thu 26 Nov (as early as Tue 24 Nov; it may also last)',
  ],
  [
    { ...running, runsOut: { expected: '2026-11-26', earliest: '2026-11-26', latest: '2026-11-26' } },
    'Runs out Thu 26 Nov',
  ],
  [lasting, 'Lasts: 87 % used by 30 Nov'],
  [
    { ...lasting, runsOut: { expected: null, earliest: '2026-11-28', latest: null } },
    'Lasts: 87 % used by 30 Nov (may run out from Sat 28 Nov)',
  ],
  [{ ...lasting, used: 100_000 }, 'Used up'],
  [
    { ...running, used: 105_000, allowed: 120_000 },
    '5k over its amount; overcommit allows 15k more, which runs out Thu 26 Nov (between Tue 24 Nov and Sat 28 Nov)',
  ],
  [{ ...lasting, used: 100_000, allowed: 120_000 }, 'At its amount; overcommit allows 20k more, enough until 30 Nov'],
  [
    { ...lasting, used: 105_000, allowed: 120_000, forecast: null, runsOut: null },
    '5k over its amount; overcommit allows 15k more',
  ],
  [{ ...lasting, used: 120_000, allowed: 120_000 }, 'Used up'],
  [{ ...lasting, forecast: null, runsOut: null }, 'No forecast yet: too few days are known'],
  [{ ...lasting, amount: 'unlimited', allowed: null, runsOut: null }, '87k credits expected by 30 Nov (80k to 95k)'],
])('where a budget is heading is one sentence with its dates: %#', ([heading, text]) => {
  expect(describeHeading(heading)).toBe(text);
});
