import { expect, test } from 'vitest';
import { decideTeamBudget, decideTeamTopUp } from '../../../../shared/domain/access/team-edits.ts';
import type { BudgetTerms } from '../../../../shared/domain/budgets/budget.ts';

const terms: BudgetTerms = {
  scope: { kind: 'user', email: 'ann@acme.example' },
  window: 'month',
  amount: { kind: 'credits', credits: 100 },
  mode: 'enforce',
  thresholds: [],
  forecastAlert: true,
  owners: [],
};
const ofTeam = { ...terms, scope: { kind: 'team', name: 'lab' }, version: 1, updatedBy: 'x', updatedAt: '' } as const;
const lab = { name: 'lab', members: new Set(['ann@acme.example']), budgets: [ofTeam] };
const add = (more: Partial<BudgetTerms>) => ({ kind: 'add', after: { ...terms, ...more } }) as const;

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

  expect(decideTeamTopUp(topUp, { ...lab, leftCredits: 10 }).kind).toBe(kind);
});
