import { expect, test } from 'vitest';

import { backtestOf, defaultLiveSetup } from '../../../../shared/backtest/backtest-setup.ts';
import type { PolicyScore } from '../../../../shared/backtest/score.ts';
import { backtestDocument } from '../../../../shared/backtest/use-cases.ts';

const trace = {
  from: '2026-03-01',
  through: '2026-03-02',
  days: 2,
  users: ['ann', 'bob'],
  wanted: [
    [1, 20],
    [300, 4_000],
  ],
};

function scored(name: PolicyScore['name'], granted: number): PolicyScore {
  const figures = { overspent: 1, refusedWhileFunded: 2, usersStopped: 3, refused: 4, limitRequests: 5 };
  return { name, granted, ...figures, stops: [] };
}

const bare = { source: 'file', trace, anchorDay: 4, scores: [], setup: undefined, trial: undefined } as const;

test('a backtest says what was replayed, and how each policy did beside one that knows what comes', () => {
  const scores = [scored('strict', 1_000), scored('clairvoyant', 3_000)];

  expect(backtestDocument({ ...bare, scores })).toEqual({
    policies: [
      {
        name: 'strict',
        overspent: 1,
        refusedWhileFunded: 2,
        usersStopped: 3,
        granted: 1_000,
        refused: 4,
        limitRequests: 5,
        ofClairvoyant: 0.3333,
      },
      expect.objectContaining({ name: 'clairvoyant', ofClairvoyant: 1 }),
    ],
    trace: { source: 'file', from: '2026-03-01', through: '2026-03-02', days: 2, users: 2, wanted: 4_321 },
    anchorDay: 4,
  });
});

test.for([{ scores: [scored('strict', 5)] }, { scores: [scored('strict', 5), scored('clairvoyant', 0)] }])(
  'nothing is compared with a policy that granted nothing, or was not replayed',
  ({ scores }) => {
    expect(backtestDocument({ ...bare, scores }).policies[0]?.ofClairvoyant).toBeNull();
  },
);

test('the pool of a backtest is shown with what was known between the nights', () => {
  const setup = backtestOf({ amountCredits: 500, window: 'month' });
  const poolOf = (live: Partial<typeof defaultLiveSetup>) =>
    backtestDocument({ ...bare, setup: { ...setup, live: { ...defaultLiveSetup, ...live } } }).pool;

  expect(poolOf({ peopleShare: 0.5, wrongShare: 0.1, lagMinutes: 7 })).toEqual({
    amount: 500,
    window: 'month',
    overcommit: 1.2,
    live: { hints: 0.5, hintSessions: 0, wrong: 0.1, lagMinutes: 7, cap: 0 },
  });
  expect(poolOf({ peopleShare: 0.5, sessionShare: 0.2 })?.live).toMatchObject({ hints: 0, hintSessions: 0.2 });
});

test('budgets that were tried say whom they would have stopped, when and by what', () => {
  const stop = { user: 'ann', day: '2026-03-02', minute: 545, refusedCredits: 9 };
  const trial = {
    grantedCredits: 10,
    refusedCredits: 9,
    usersStopped: 1,
    stops: [{ ...stop, by: { scope: { kind: 'team', name: 'web' }, window: 'month' } as const }],
  };

  expect(backtestDocument({ ...bare, trial }).budgets).toEqual({
    granted: 10,
    refused: 9,
    usersStopped: 1,
    stops: [
      {
        user: 'ann',
        date: '2026-03-02',
        minute: 545,
        time: '09:05',
        refused: 9,
        binding: { scope: 'team:web', window: 'month' },
      },
    ],
  });
});
