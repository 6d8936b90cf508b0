import { expect, test } from 'vitest';

import { describeLive } from '../../../../cli/status/describe-live.ts';
import { LiveDocument } from '../../../../shared/live/contract.ts';
import type { LiveReport } from '../../../../shared/live/live-state.ts';
import { liveDocument, liveOf } from '../../../../shared/live/use-cases/live-documents.ts';

const pool = {
  scope: 'org',
  window: 'month',
  amountCredits: 1_000,
  provenCredits: 700,
  worstCaseCredits: 800,
  freeCredits: 200,
  unboundedUsers: 0,
};
const report: LiveReport = {
  runId: 'live-1',
  at: '2026-03-15T08:50:00.000Z',
  standing: { kind: 'shadow', daysDone: 3, daysNeeded: 14, isVerified: false },
  seenCredits: 5,
  seenUsers: 2,
  pools: [pool, { ...pool, scope: 'team:a\u202e' }],
  given: { users: 1, credits: 10 },
};

test('what is proven, seen and given is said of each pool, in the document that the contract has', () => {
  const text = describeLive(LiveDocument.parse(liveDocument(report))).join('\n');

  expect(text).toMatch(/Learning \(day 3 of 14\): .* after 14 matching days/u);
  expect(text).toMatch(/2 people .* 5 credits .* 10 given to 1 person/u);
  expect(text).toMatch(/org month: 200 extra .* 700 of 1,000/u);
  expect(text).not.toContain('\u202e');
});

test('nothing is said to be proven of a pool of which somebody has no limit', () => {
  const pools = [{ ...pool, unboundedUsers: 2 }];

  const text = describeLive(LiveDocument.parse(liveDocument({ ...report, pools }))).join('\n');

  expect(text).toContain('2 people had no limit');
  expect(text).not.toContain('at most 700');
});

test('an explanation speaks of the pools of the person alone', () => {
  expect(liveOf(report, [{ scope: 'org', window: 'month' }])?.pools.map(({ scope }) => scope)).toEqual(['org']);
  expect(liveOf(report, [{ scope: 'user:a@acme.example', window: 'month' }])).toBeUndefined();
});
