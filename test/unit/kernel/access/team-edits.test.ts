import { expect, test } from 'vitest';

import type { BudgetTerms } from '../../../../shared/budgets/budget.ts';
import { decideTeamBudget, decideTeamTopUp } from '../../../../shared/kernel/access/team-edits.ts';
import { partOf } from '../../../support/part-of.ts';
import { budgetOfAnn } from './budget-of-ann.ts';

const ofTeam = {
  ...budgetOfAnn,
  scope: { kind: 'team', name: 'lab' },
  version: 1,
  updatedBy: 'x',
  updatedAt: '',
} as const;
const lab = { name: 'lab', members: new Set(['ann@acme.example']), budgets: [ofTeam] };
const add = (more: Partial<BudgetTerms>) => ({ kind: 'add', after: { ...budgetOfAnn, ...more } }) as const;

test.each([
  ['as much as the team has', {}, 'allowed'],
  ['more than the team has', { amount: { kind: 'credits', credits: 101 } }, 'refused'],
  ['no amount', { amount: { kind: 'unlimited' } }, 'refused'],
  ['another window, within the team’s amount', { window: 'day' }, 'allowed'],
  ['somebody else', { scope: { kind: 'user', email: 'bob@acme.example' } }, 'refused'],
  ['the team itself', { scope: { kind: 'team', name: 'lab' } }, 'refused'],
  ['the default', { scope: { kind: 'default' } }, 'refused'],
  ['a mode that sets no cap', { mode: 'observe' }, 'refused'],
  ['a reservation', { reserved: 1 }, 'refused'],
  ['priority', { priority: 'high' }, 'refused'],
] as const)('a budget that a team’s owner sets, with %s: %#', (_name, more, kind) => {
  expect(decideTeamBudget(add(more), lab).kind).toBe(kind);
});

test('a team without an amount of its own gives its owner nothing to set', () => {
  expect(decideTeamBudget(add({}), { ...lab, budgets: [] }).kind).toBe('refused');
});

test.each([
  [10, undefined, 'allowed'],
  [11, undefined, 'refused'],
  [10, [{ kind: 'org' }], 'refused'],
] as const)('a top-up of %d of 10 credits left that raises %j is %s', (credits, raises, kind) => {
  const topUp = { scope: { kind: 'user', email: 'ann@acme.example' }, credits, ...(raises && { raises }) } as const;

  expect(decideTeamTopUp(partOf(topUp), { ...lab, leftCredits: 10 }).kind).toBe(kind);
});

test('a refusal says whom or what it is about, and which role it takes', () => {
  const whole = { kind: 'team', name: 'lab' } as const;

  expect(decideTeamBudget(add({ scope: whole }), lab)).toEqual({
    kind: 'refused',
    reason: expect.stringMatching(/^team:lab .* "lab"; .* budget-admin$/u),
  });
  for (const scope of [whole, { kind: 'user', email: 'bob@acme.example' }] as const) {
    expect(decideTeamTopUp(partOf({ scope, credits: 1 }), { ...lab, leftCredits: 10 })).toMatchObject({
      reason: expect.stringMatching(/no member .*"lab"/u),
    });
  }
});

test('a top-up that raises no pool is one that raises nothing', () => {
  const topUp = { scope: { kind: 'user', email: 'ann@acme.example' }, credits: 1, raises: [] } as const;

  expect(decideTeamTopUp(partOf(topUp), { ...lab, leftCredits: 10 })).toEqual({ kind: 'allowed' });
});

test('a move between members takes nothing more of the team, whatever it has left; from others it is refused', () => {
  const move = { scope: { kind: 'user', email: 'ann@acme.example' }, credits: 20 } as const;
  const team = { ...lab, members: new Set(['ann@acme.example', 'cem@acme.example']), leftCredits: 0 };
  const kindOf = (takenFrom: string) => decideTeamTopUp(partOf({ ...move, takenFrom }), team).kind;

  expect([kindOf('cem@acme.example'), kindOf('bob@acme.example')]).toEqual(['allowed', 'refused']);
});

test('the owner of a team removes a budget of a member whatever it says', () => {
  const wide = { ...ofTeam, scope: budgetOfAnn.scope, amount: { kind: 'unlimited' }, mode: 'alert' } as const;

  expect(decideTeamBudget({ kind: 'remove', before: wide }, lab)).toEqual({ kind: 'allowed' });
});

test('what was reserved for a member stays with a change of the budget', () => {
  const before = { ...ofTeam, scope: budgetOfAnn.scope, reserved: 5, priority: 'high' } as const;
  const changed = (more: Partial<BudgetTerms>) =>
    decideTeamBudget({ kind: 'change', before, after: { ...budgetOfAnn, reserved: 5, priority: 'high', ...more } }, lab)
      .kind;

  expect(changed({})).toBe('allowed');
  expect(changed({ reserved: 6 })).toBe('refused');
  expect(changed({ priority: 'normal' })).toBe('refused');
});

test('an amount is compared with that of the team over the same window, else with the least over others', () => {
  const of = (window: BudgetTerms['window'], credits: number) =>
    ({ ...ofTeam, window, amount: { kind: 'credits', credits } }) as const;
  const budgets = [of('month', 100), of('week', 40), of('quarter', 300)];
  const mostIn = (window: BudgetTerms['window']) =>
    Array.from({ length: 31 }, (_, step) => step * 10).findLast(
      (credits) =>
        decideTeamBudget(add({ window, amount: { kind: 'credits', credits } }), { ...lab, budgets }).kind === 'allowed',
    );

  expect((['month', 'week', 'quarter', 'day'] as const).map(mostIn)).toEqual([100, 40, 300, 40]);
});
