import { expect, test } from 'vitest';

import { endingsFinder } from '../../../shared/grants/endings.ts';
import { aBudget, credits } from '../../support/domain-samples.ts';

const noted = { id: 'one', reason: 'release', createdBy: 'ada', createdAt: '2026-03-10T09:00:00.000Z', version: 1 };
const ofAnn = aBudget({ scope: { kind: 'user', email: 'ann@acme.example' }, amount: credits(900) });
const within = {
  ...noted,
  kind: 'top-up',
  scope: { kind: 'user', email: 'ann@acme.example' },
  credits: 500,
  from: '2026-03-10',
  to: '2026-03-18',
  withinPool: true,
} as const;

/** What ends of some pool within a week of 15 March; Ann is in team web. */
function endingsIn(scope: Parameters<typeof aBudget>[0]['scope'], said: Partial<Parameters<typeof endingsFinder>[0]>) {
  const terms = { budgets: [], topUps: [], exemptions: [], ...said };
  const people = { today: '2026-03-15', inherits: () => true, teamOf: () => 'web' };
  return endingsFinder(terms, people)(aBudget({ scope, amount: credits(1_000) }));
}

test.for([{ kind: 'org' }, { kind: 'team', name: 'web' }] as const)(
  'owners of the pool %o see a week ahead that a reservation in it ends, of a top-up or of a budget',
  (scope) => {
    const budgets = [{ ...ofAnn, reserved: 300, to: '2026-03-20' }];

    expect(endingsIn(scope, { budgets, topUps: [within] })).toEqual([
      { kind: 'reservation', on: '2026-03-18', credits: 500, email: 'ann@acme.example' },
      { kind: 'reservation', on: '2026-03-20', credits: 300, email: 'ann@acme.example' },
    ]);
  },
);

test('a reservation ends in no other team’s pool, and none that only alerts, is far off or holds nothing', () => {
  const other = { kind: 'team', name: 'ops' } as const;
  const budgets = [
    { ...ofAnn, reserved: 300, to: '2026-03-23' },
    { ...ofAnn, reserved: 300, mode: 'alert', to: '2026-03-20' } as const,
    { ...ofAnn, to: '2026-03-20' },
  ];

  expect(endingsIn(other, { topUps: [within] })).toEqual([]);
  expect(endingsIn({ kind: 'org' }, { budgets, topUps: [{ ...within, withinPool: false }] })).toEqual([]);
});
