import { describe, expect, test } from 'vitest';

import type { BudgetTerms } from '../../../../shared/budgets/budget.ts';
import type { Scope } from '../../../../shared/budgets/scope.ts';
import type { TopUp } from '../../../../shared/grants/top-up.ts';
import { gainsOfBudget, gainsOfGrant } from '../../../../shared/kernel/access/own-gains.ts';
import { budgetOfAnn } from './budget-of-ann.ts';

const person = { email: 'ann@acme.example', team: 'lab', hasOwnBudget: false };
const own: Scope = { kind: 'user', email: person.email };
const stamp = { version: 1, updatedBy: 'bob', updatedAt: '2026-03-01T00:00:00Z' };

function gainOf(before: Partial<BudgetTerms>, after: Partial<BudgetTerms>): number {
  const change = {
    kind: 'change',
    before: { ...budgetOfAnn, ...before, ...stamp },
    after: { ...budgetOfAnn, ...after },
  } as const;
  return gainsOfBudget(change, person).length;
}

describe('a budget gives', () => {
  test.for<readonly [field: string, loose: Partial<BudgetTerms>, tight: Partial<BudgetTerms>]>([
    ['an amount that is larger', { amount: { kind: 'credits', credits: 101 } }, {}],
    ['a mode that sets no cap', { mode: 'observe' }, {}],
    ['a reservation that is larger', { reserved: 6 }, { reserved: 5 }],
    ['a high priority', { reserved: 5, priority: 'high' }, { reserved: 5, priority: 'normal' }],
    [
      'a guarantee that is looser',
      { guarantee: { kind: 'overcommit', factor: 1.2 } },
      { guarantee: { kind: 'strict' } },
    ],
    [
      'a factor that is larger',
      { guarantee: { kind: 'overcommit', factor: 1.3 } },
      { guarantee: { kind: 'overcommit', factor: 1.2 } },
    ],
    ['a later beginning', { from: '2026-03-20' }, { from: '2026-03-10' }],
    ['a beginning where there was none', { from: '2026-03-20' }, {}],
    ['an earlier end', { to: '2026-03-20' }, { to: '2026-03-21' }],
    ['an end where there was none', { to: '2026-03-20' }, {}],
  ])('by %s, and nothing the other way or by staying as it is', ([, loose, tight]) => {
    expect(gainOf(tight, loose)).toBe(1);
    expect(gainOf(loose, tight)).toBe(0);
    expect(gainOf(loose, loose)).toBe(0);
  });

  test('nothing by a mode that goes from alert to observe: neither sets caps', () => {
    expect(gainOf({ mode: 'alert' }, { mode: 'observe' })).toBe(0);
  });

  test('its own name to whom it concerns, and is none by being added but for one’s own', () => {
    const added = (scope: Scope) => gainsOfBudget({ kind: 'add', after: { ...budgetOfAnn, scope } }, person);

    expect(added(own)).toEqual([{ email: person.email, what: expect.stringContaining('user:ann@acme.example month') }]);
    expect(added({ kind: 'team', name: 'lab' })).toEqual([]);
    expect(added({ kind: 'default' })).toEqual([]);
    // A team's default replaces the organization's.
    expect(added({ kind: 'members', name: 'lab' })).toHaveLength(1);
    expect(added({ kind: 'members', name: 'ops' })).toEqual([]);
    expect(added({ kind: 'user', email: 'bob@acme.example' })).toEqual([]);
  });

  test('by its removal to whom it bound: members, and whoever has no budget of their own', () => {
    const removed = (scope: Scope, whom = person) =>
      gainsOfBudget({ kind: 'remove', before: { ...budgetOfAnn, scope, ...stamp } }, whom).length;

    expect(removed({ kind: 'team', name: 'lab' })).toBe(1);
    expect(removed({ kind: 'team', name: 'ops' })).toBe(0);
    expect(removed({ kind: 'default' })).toBe(1);
    expect(removed({ kind: 'default' }, { ...person, hasOwnBudget: true })).toBe(0);
    expect(removed({ kind: 'members', name: 'lab' })).toBe(1);
    expect(removed({ kind: 'members', name: 'lab' }, { ...person, hasOwnBudget: true })).toBe(0);
    expect(removed({ kind: 'org' })).toBe(0);
    expect(removed({ kind: 'model', id: 'opus' })).toBe(0);
  });
});

test('an exemption gives to its user alone', () => {
  const noted = { id: 'e', createdBy: 'bob', createdAt: '', version: 1 } as const;
  const exempt = (email: string) =>
    gainsOfGrant({ kind: 'exemption', email, until: '2026-04-01', reason: 'r', ...noted }, person);

  expect(exempt(person.email)).toEqual([{ email: person.email, what: 'this exemption' }]);
  expect(exempt('bob@acme.example')).toEqual([]);
});

test('a top-up gives by its scope, and names it', () => {
  const noted = { id: 't', createdBy: 'bob', createdAt: '', version: 1 } as const;
  const days = { from: '2026-03-15', to: '2026-03-16', reason: 'r' } as const;
  const given = (scope: TopUp['scope']) =>
    gainsOfGrant({ kind: 'top-up', credits: 5, scope, ...days, ...noted }, person);

  expect(given({ kind: 'team', name: 'lab' })).toEqual([{ email: person.email, what: 'this top-up of team:lab' }]);
  expect(given({ kind: 'team', name: 'ops' })).toEqual([]);
});
