import { expect, test } from 'vitest';

import { noShares, type SharedPool } from '../../../shared/caps/shares/divide-shares.ts';
import { poolFacts, stakesIn } from '../../../shared/explanation/describe-pool.ts';
import { partOf } from '../../support/part-of.ts';
import { aSharedPool } from '../../support/plan-samples.ts';

const sharesOf = (...pools: readonly SharedPool[]) => ({ ...noShares, pools });

test('a pool is shown with its days, its figures and its promise', () => {
  const pool = aSharedPool({ knownCredits: 1_500, exposureCredits: 2_500 });

  expect(poolFacts(partOf({ shares: sharesOf(pool), decisions: [] }))).toEqual([
    {
      pool: 'the organization, month to 31 Mar',
      amount: '10,000',
      used: '1,500',
      most: '2,500',
      guarantee: 'kept',
    },
  ]);
});

test('the next window of a pool is named by the day on which it begins', () => {
  expect(poolFacts(partOf({ shares: sharesOf(aSharedPool({ isNext: true })), decisions: [] }))[0]?.pool).toMatch(
    /month from 1 Mar$/u,
  );
});

test('whom no limit bounds is named by email, or by id where none is known', () => {
  const pool = aSharedPool({
    unboundedIds: ['ann', 'bob'],
    verdict: { kind: 'not-bounded', because: ['ann', 'bob'], exempt: [] },
  });
  const decisions = [{ kind: 'keep', userId: 'ann', email: 'ann@acme.example', reason: 'unchanged' }] as const;

  expect(poolFacts(partOf({ shares: sharesOf(pool), decisions }))[0]).toMatchObject({
    most: 'no limit',
    outlook: expect.stringContaining('no limit is known for ann@acme.example, user bob. '),
  });
});

test('a pool is shown with the day from which its guarantee is kept, and without one where it is kept already', () => {
  const pools = [
    aSharedPool({ verdict: { kind: 'kept' } }),
    aSharedPool({ verdict: { kind: 'kept-from', day: '2026-03-16' } }),
  ];
  const [kept, awaited] = poolFacts(partOf({ shares: sharesOf(...pools), decisions: [] }));

  expect(kept).toMatchObject({ outlook: undefined });
  expect(awaited?.outlook).toContain('starts 16 Mar');
});

test('who cannot be capped has a stake in each strict pool of now that the use counts against', () => {
  const web = { kind: 'team', name: 'web' } as const;
  const day = { kind: 'day', from: '2026-03-15', through: '2026-03-15' } as const;
  const pools = [
    aSharedPool(),
    aSharedPool({ isNext: true }),
    aSharedPool({ guarantee: { kind: 'overcommit', factor: 1.2 } }),
    aSharedPool({ scope: web, window: day }),
    aSharedPool({ scope: { kind: 'team', name: 'sales' } }),
  ];
  const robot = { userId: 'robot', reason: 'no-email', creditsAtStake: { month: 1_234 } } as const;

  expect(stakesIn(sharesOf(...pools), robot)).toEqual(['1,234 of the organization, month']);
  expect(stakesIn(sharesOf(...pools), { ...robot, team: 'web' })).toEqual([
    expect.stringMatching(/^1,234 /u),
    '0 of team web, day',
  ]);
});
