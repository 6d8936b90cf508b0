import { expect, test } from 'vitest';

import { stoppedPeople } from '../../../../shared/digest/sections/people-sections.ts';
import { aBudget, aConfirmedLimit, credits, someUsage } from '../../../support/domain-samples.ts';
import { aSnapshot } from '../../../support/snapshot-samples.ts';

const weeks = {
  week: { from: '2026-03-08', through: '2026-03-14' },
  before: { from: '2026-03-01', through: '2026-03-07' },
};
const people = ['ann', 'bob', 'cleo'].map((userId) => ({ userId, email: `${userId}@acme.example` }));

test('who met their limit in the week is named with the days, and with what stops them until when', () => {
  const snapshot = aSnapshot({
    users: people,
    usage: someUsage({ ann: 400, bob: 300, cleo: 10 }),
    budgets: [
      aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(400) }),
      aBudget({ scope: { kind: 'default' }, amount: credits(1_000) }),
    ],
    records: [
      aConfirmedLimit('ann', 400),
      {
        ...aConfirmedLimit('bob', 900),
        replaced: [{ limitCredits: 300, from: '2026-03-01T00:00:00Z', until: '2026-03-15T02:30:00Z' }],
        confirmed: { limitCredits: 900, at: '2026-03-15T02:30:00Z', runId: 'r' },
      },
      { ...aConfirmedLimit('cleo', 1_000), stoppedDays: ['2026-03-05'] },
    ],
  });

  expect(stoppedPeople(snapshot, weeks)).toEqual([
    {
      userId: 'ann',
      email: 'ann@acme.example',
      days: ['2026-03-14'],
      daysBefore: 0,
      now: { by: 'their own budget', until: '2026-04-01' },
    },
    { userId: 'bob', email: 'bob@acme.example', days: ['2026-03-14'], daysBefore: 0 },
    { userId: 'cleo', email: 'cleo@acme.example', days: [], daysBefore: 1 },
  ]);
});

test('without figures nobody is known to have met a limit', () => {
  const { dataThrough: _dataThrough, ...snapshot } = aSnapshot({ users: people });

  expect(stoppedPeople({ ...snapshot, dataThrough: undefined }, weeks)).toEqual([]);
});
