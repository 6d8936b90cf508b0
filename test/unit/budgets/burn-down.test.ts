import { expect, test } from 'vitest';

import { burnDown } from '../../../shared/budgets/burn-down.ts';
import type { BudgetNow } from '../../../shared/explanation/budget-outlook.ts';
import { aBudget, credits } from '../../support/domain-samples.ts';
import { aTopUp } from '../../support/grants.ts';
import { partOf } from '../../support/part-of.ts';

const window = { kind: 'week', from: '2026-03-09', through: '2026-03-15' } as const;
const scope = { kind: 'user', email: 'ann@acme.example' } as const;
const budget = aBudget({ scope, window: 'week', amount: credits(500) });
const version = { scope, window: 'week', by: 'ada', way: 'command' } as const;

test('a day has what was used until then, the amount of the day with its top-ups, and the forecast after the known days', () => {
  const now = partOf<BudgetNow>({
    window,
    topUpCredits: 100,
    dailyCredits: [50, 60],
    course: [{ day: '2026-03-11', lowCredits: 120, meanCredits: 150, highCredits: 700 }],
  });
  const terms = {
    budget,
    now,
    today: '2026-03-11',
    versions: [
      { ...version, version: 1, at: '2026-03-01T09:00:00.000Z', terms: { ...budget, amount: credits(300) } },
      { ...version, version: 2, at: '2026-03-10T09:00:00.000Z', terms: { ...budget, note: 'Same amount' } },
    ],
    topUps: [
      aTopUp({
        credits: 100,
        from: '2026-03-11',
        to: '2026-03-12',
        createdAt: '2026-03-10T10:00:00.000Z',
        createdBy: 'bo',
        reason: 'Launch',
      }),
      aTopUp({ email: 'bob@acme.example', credits: 7, from: '2026-03-09', to: '2026-03-15' }),
    ],
  };

  const { days, marks, runsOut } = burnDown(terms);

  expect(days).toEqual([
    { day: '2026-03-09', credits: 50, used: 50, amount: 300 },
    { day: '2026-03-10', credits: 60, used: 110, amount: 500 },
    { day: '2026-03-11', amount: 600, low: 120, mean: 150, high: 700 },
    { day: '2026-03-12', amount: 600 },
    { day: '2026-03-13', amount: 500 },
    { day: '2026-03-14', amount: 500 },
    { day: '2026-03-15', amount: 500 },
  ]);
  expect(marks).toEqual([
    { day: '2026-03-10', kind: 'changed', by: 'ada', credits: 500 },
    { day: '2026-03-11', kind: 'top-up', by: 'bo', credits: 100, reason: 'Launch' },
  ]);
  expect(runsOut).toEqual({ earliestOn: '2026-03-11' });
});
