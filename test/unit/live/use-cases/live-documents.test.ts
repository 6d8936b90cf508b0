import { expect, test } from 'vitest';

import type { LiveReport } from '../../../../shared/live/live-state.ts';
import { liveDocument, liveOf } from '../../../../shared/live/use-cases/live-documents.ts';

const pool = {
  scope: 'org',
  window: 'month',
  amountCredits: 1_000,
  provenCredits: 400,
  worstCaseCredits: 900,
  freeCredits: 50,
  unboundedUsers: 2,
};
const report: LiveReport = {
  runId: 'live-1',
  at: '2026-03-15T12:30:00.000Z',
  standing: { kind: 'off' },
  seenUsers: 3,
  pools: [pool, { ...pool, scope: 'team:web' }, { ...pool, window: 'week' }],
  given: { users: 4, credits: 500 },
};
const shown = {
  scope: 'org',
  window: 'month',
  amount: 1_000,
  proven: 400,
  worstCase: 900,
  free: 50,
  unlimited: 2,
};

test('a run between the nights is shown with every pool, and null for use that is not known', () => {
  expect(liveDocument(report)).toEqual({
    at: '2026-03-15T12:30:00.000Z',
    standing: 'off',
    detail: expect.any(String),
    seen: null,
    seenPeople: 3,
    given: { people: 4, credits: 500 },
    pools: [shown, { ...shown, scope: 'team:web' }, { ...shown, window: 'week' }],
  });
  expect(liveDocument({ ...report, seenCredits: 0 }).seen).toBe(0);
});

test('of one person the pools they draw on are shown, by scope and window; nothing where none was looked at', () => {
  expect(liveOf(report, [{ scope: 'org', window: 'month' }])?.pools).toEqual([shown]);
  expect(liveOf(report, [{ scope: 'org', window: 'month' }])).toMatchObject({ standing: 'off', seenPeople: 3 });
  expect(liveOf(report, [{ scope: 'org', window: 'day' }])).toBeUndefined();
});
