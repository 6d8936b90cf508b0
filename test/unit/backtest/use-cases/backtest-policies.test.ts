import { expect, test } from 'vitest';

import { backtestOf } from '../../../../shared/backtest/backtest-setup.ts';
import { policyNames } from '../../../../shared/backtest/score.ts';
import type { Trace } from '../../../../shared/backtest/trace.ts';
import { backtestDocument, backtestPolicies, type BacktestProgress } from '../../../../shared/backtest/use-cases.ts';

const trace: Trace = {
  from: '2026-03-02',
  through: '2026-03-03',
  days: 2,
  users: ['a', 'b'],
  wanted: [
    [600, 300],
    [100, 0],
  ],
};
const setup = backtestOf({ amountCredits: 800, window: 'month' });

test('each policy replays the trace, and says before how far the backtest is', () => {
  const said: BacktestProgress[] = [];

  const scores = backtestPolicies(trace, setup, (progress) => said.push(progress));

  expect(scores.map(({ name }) => name)).toEqual(policyNames);
  expect(said.map(({ policy, done, total }) => [policy, done, total])).toEqual(
    policyNames.map((policy, done) => [policy, done, policyNames.length]),
  );
});

test('the document says what was replayed, and of each policy its share of what could have been granted', () => {
  const scores = backtestPolicies(trace, setup, () => undefined);

  const document = backtestDocument({ source: 'file', trace, anchorDay: 1, scores, setup, trial: undefined });

  expect(document).toMatchObject({
    trace: { source: 'file', from: '2026-03-02', through: '2026-03-03', days: 2, users: 2, wanted: 1_000 },
    pool: { amount: 800, window: 'month', overcommit: 1.2 },
  });
  expect(document.policies.at(-1)).toMatchObject({ name: 'clairvoyant', granted: 800, refused: 200, ofClairvoyant: 1 });
  for (const { granted, ofClairvoyant } of document.policies) {
    expect(ofClairvoyant).toBeCloseTo(granted / 800, 4);
  }
});

test('a stop of a trial is said with its time of day and the budget that binds', () => {
  const by = { scope: { kind: 'team', name: 'web' }, window: 'day' } as const;
  const stops = [{ user: 'a', day: '2026-03-02', minute: 61, refusedCredits: 5, by }];
  const trial = { grantedCredits: 10, refusedCredits: 5, usersStopped: 1, stops };

  const document = backtestDocument({ source: 'ledger', trace, anchorDay: 1, scores: [], setup: undefined, trial });

  expect(document.pool).toBeUndefined();
  expect(document.budgets).toEqual({
    granted: 10,
    refused: 5,
    usersStopped: 1,
    stops: [
      {
        user: 'a',
        date: '2026-03-02',
        minute: 61,
        time: '01:01',
        refused: 5,
        binding: { scope: 'team:web', window: 'day' },
      },
    ],
  });
});
