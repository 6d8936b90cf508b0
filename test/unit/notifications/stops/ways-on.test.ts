import { expect, test } from 'vitest';

import type { WayToWork } from '../../../../shared/caps/ways-to-work.ts';
import type { TopUpTerms } from '../../../../shared/grants/top-up.ts';
import type { StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import { waysFor } from '../../../../shared/notifications/stops/describe-stop.ts';
import { describeWays } from '../../../../shared/notifications/stops/describe-ways.ts';
import { creditsForPool, creditsToGive } from '../../../../shared/notifications/stops/stop-amounts.ts';
import { ada, march } from '../observed.ts';

const web = { kind: 'team', name: 'web' } as const;
const org = { kind: 'org' } as const;
const ownBudget = { kind: 'user', email: ada.email } as const;
const laterMs = Date.parse('2026-03-11T02:30:00.000Z');

/** Ada, stopped by a pool of 50,000, of which 43,000 are used. */
function aStop(said: Partial<StopFacts>): StopFacts {
  const amounts = { amountCredits: 50_000, usedCredits: 43_000, ownUsedCredits: 9_000, limitCredits: 9_000 };
  return { user: ada, window: march, ...amounts, ...said };
}

/** A tried way to give Ada 2,000, or what a case says. */
function described(said: Partial<WayToWork>, terms: Partial<TopUpTerms> = {}): readonly string[] {
  const days = { from: '2026-03-10', to: '2026-03-31', reason: '' };
  const topUp = { kind: 'top-up', terms: { ...days, scope: ownBudget, credits: 2_000, ...terms } } as const;
  const ways = describeWays([{ how: 'top-up', steps: [topUp], nowCredits: 2_000, ...said }], ada.email, laterMs);
  return ways.map(({ meaning, command }) => `${meaning}: ${command}`);
}

const forAda = 'npx curfew topup add ada@example.com 2000 --reason "…"';

test('a way says what its person gets, now and later, and what covers earlier use', () => {
  const later = 'from Wed 11 Mar 2026, 02:30 UTC at the earliest';

  expect(described({})).toEqual([`ada@example.com gets 2,000 now: ${forAda}`]);
  expect(described({ nowCredits: 500, overCredits: 1_500 })).toEqual([
    `ada@example.com gets 500 now (1,500 more cover what they are over): ${forAda}`,
  ]);
  expect(described({ nowCredits: 500, laterCredits: 2_000 })[0]).toContain(
    `gets 500 now and up to 2,000 in all ${later}`,
  );
  expect(described({ nowCredits: 0, laterCredits: 2_000 })[0]).toContain(`gets up to 2,000 ${later}`);
});

test('in a pool a person comes first, or the pool grows, for them or for all', () => {
  const pool = { scope: org, window: march, amountCredits: 50_000 } as const;

  expect(described({ how: 'within-pool' }, { withinPool: true })[0]).toMatch(
    /first in their pools.*: .* --within-pool$/u,
  );
  expect(described({ how: 'within-pool', nowCredits: 500, laterCredits: 2_000 })[0]).toContain(
    'gets up to 2,000, at once or from Wed 11 Mar 2026, 02:30 UTC, first',
  );
  expect(described({ how: 'raise-pools' }, { raises: [web] })[0]).toMatch(
    /as much more for team web;.* --raise-pools$/u,
  );
  expect(described({ how: 'all', nowCredits: 9_000, steps: [{ kind: 'pool', pool, credits: 10_000 }] })).toEqual([
    'more for all in the pool; together they get 9,000 now: npx curfew budgets set org month 60000',
  ]);
});

test('what a pool is over by, and the ceiling, come first, each with its command', () => {
  const pool = { scope: web, window: march, amountCredits: 50_000 } as const;
  const topUp = { from: '2026-03-10', to: '2026-03-31', reason: '', scope: ownBudget, credits: 2_000 };
  const last = { kind: 'top-up', terms: topUp } as const;

  expect(described({ steps: [{ kind: 'pool', pool, credits: 7_500 }, last] })).toEqual([
    expect.stringMatching(
      /^First: cover what team web is over by.*: npx curfew topup add team:web 7500 --reason "…"$/u,
    ),
    `Then: ada@example.com gets 2,000 now: ${forAda}`,
  ]);
  expect(described({ how: 'ceiling', steps: [{ kind: 'ceiling', credits: 90_000 }] })).toEqual([
    'raise the ceiling of all limits; ada@example.com gets 2,000 now: npx curfew settings set limitCeilingCredits 90000',
  ]);
});

test.for<readonly [string, Partial<StopFacts>, string]>([
  ['by their own budget', { scope: ownBudget }, 'topup add ada@example.com 10000 --reason "…" --dry-run'],
  ['by a team', { scope: web }, 'topup add ada@example.com 2000 --reason "…" --within-pool --dry-run'],
  [
    'by a team that is used up',
    { scope: web, usedCredits: 50_000 },
    'topup add ada@example.com 2000 --reason "…" --dry-run',
  ],
  ['by a limit that is left over', { isLeftOver: true }, 'explain ada@example.com'],
  ['by the ceiling', {}, 'explain ada@example.com'],
  ['and nothing that was tried gives anything', { scope: web, ways: [] }, 'explain ada@example.com'],
])('without a tried way no amount is promised to a person stopped %s', ([, said, command]) => {
  expect(waysFor(aStop(said)).map((way) => way.command)).toEqual([`npx curfew ${command}`]);
});

test('a fifth is suggested, at least a thousand, with what was used past the budget, in round numbers', () => {
  expect(creditsToGive(aStop({ scope: ownBudget, amountCredits: 5_000, usedCredits: 5_000 }))).toBe(1_000);
  expect(creditsToGive(aStop({ scope: ownBudget, amountCredits: 90, usedCredits: 90 }))).toBe(1_000);
  expect(creditsToGive(aStop({ scope: ownBudget, usedCredits: 57_500 }))).toBe(20_000);
  expect([creditsForPool(aStop({ scope: web })), creditsForPool(aStop({ scope: org, usedCredits: 57_500 }))]).toEqual([
    10_000, 20_000,
  ]);
  expect(creditsForPool(aStop({ scope: web, amountCredits: 123_456 }))).toBe(20_000);
  expect(creditsForPool(aStop({ scope: ownBudget }))).toBe(0);
});
