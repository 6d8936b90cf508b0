import { expect, test } from 'vitest';

import { windowAt } from '../../../../shared/budgets/window.ts';
import type { StopFacts } from '../../../../shared/notifications/conditions/condition-event.ts';
import { wayLines, waysOn } from '../../../../shared/notifications/stops/describe-stop.ts';
import { ada, march } from '../observed.ts';

const web = { kind: 'team', name: 'web' } as const;
const org = { kind: 'org' } as const;
const ownBudget = { kind: 'user', email: ada.email } as const;

/** Ada, stopped by a pool of 50,000, of which 43,000 are used. */
function aStop(said: Partial<StopFacts>): StopFacts {
  const amounts = { amountCredits: 50_000, usedCredits: 43_000, ownUsedCredits: 9_000, limitCredits: 9_000 };
  return { user: ada, window: march, ...amounts, ...said };
}

function commands(said: Partial<StopFacts>): readonly string[] {
  return waysOn(aStop(said), { come: 'you come', get: 'you get' }).map(({ command }) => command);
}

test.for([
  ['team', web, 'npx curfew topup add team:web 10000 --reason "…"'],
  ['organization', org, 'npx curfew budgets set org month 60000'],
] as const)(
  'whom a pool of a %s stops can come first in it, be given more of it, or it grows for all',
  ([, scope, forAll]) => {
    const forAda = 'npx curfew topup add ada@example.com 2000 --reason "…"';

    expect(commands({ scope })).toEqual([`${forAda} --within-pool`, `${forAda} --raise-pools`, forAll]);
  },
);

test('nothing can be reserved in a pool that is used up', () => {
  expect(commands({ scope: web, usedCredits: 50_000 }).join('\n')).not.toContain('--within-pool');
});

test('whom their own budget stops gets a top-up', () => {
  expect(commands({ scope: ownBudget, amountCredits: 5_000, usedCredits: 5_000 })).toEqual([
    'npx curfew topup add ada@example.com 1000 --reason "…"',
  ]);
});

test('what was used past one’s own budget is part of what is suggested', () => {
  expect(commands({ scope: ownBudget, usedCredits: 57_500 })).toEqual([
    'npx curfew topup add ada@example.com 20000 --reason "…"',
  ]);
});

test.for([
  [
    'a team',
    web,
    [
      'npx curfew topup add team:web 7500 --reason "…"',
      'npx curfew topup add ada@example.com 2000 --reason "…" --raise-pools',
      'npx curfew topup add team:web 20000 --reason "…"',
    ],
  ],
  [
    'the organization',
    org,
    [
      'npx curfew budgets set org month 57500',
      'npx curfew topup add ada@example.com 2000 --reason "…" --raise-pools',
      'npx curfew budgets set org month 70000',
    ],
  ],
] as const)(
  'what all used past the budget of %s is covered first, apart from what one person gets',
  ([, scope, expected]) => {
    expect(commands({ scope, usedCredits: 57_500 })).toEqual(expected);
  },
);

test('the ceiling is raised in the settings', () => {
  expect(commands({ window: windowAt('platform', '2026-03-10', { anchorDay: 1 }) })).toEqual([
    expect.stringContaining('limitCeilingCredits'),
  ]);
});

test('each way says what it means, for the person and for others by name', () => {
  const [forAda = ''] = wayLines(aStop({ scope: web }), { role: 'user' });
  const [forLead = ''] = wayLines(aStop({ scope: web }), { role: 'owner' });

  expect(forAda).toMatch(/: you come first/u);
  expect(forLead).toMatch(/: ada@example\.com comes first/u);
});
