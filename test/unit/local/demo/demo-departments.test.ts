import { expect, test } from 'vitest';

import { departmentBudget, departmentsOf, departmentTeam } from '../../../../local/demo/load-demo-budgets.ts';
import { budgetRecord } from '../../../../shared/budgets/contract/budget.ts';

const usage = [
  { email: 'a@acme.example', thisMonth: 500, usualMonth: 1_000 },
  { email: 'b@acme.example', thisMonth: 5_000, usualMonth: 9_000 },
  { email: 'c@acme.example', thisMonth: 700, usualMonth: 1_000 },
  { email: 'nowhere@acme.example', thisMonth: 1, usualMonth: 1 },
];
const departmentOf = new Map([
  ['a@acme.example', 'search'],
  ['b@acme.example', 'data'],
  ['c@acme.example', 'search'],
]);

test('departments are those of the roster, each a team with a budget; the smallest has a strict pool', () => {
  const departments = departmentsOf(usage, departmentOf);

  const budgets = departments.map(departmentBudget);

  expect(departments).toEqual([
    { name: 'search', thisMonth: 1_200, usualMonth: 2_000 },
    { name: 'data', thisMonth: 5_000, usualMonth: 9_000 },
  ]);
  expect(departments.map(departmentTeam)).toMatchObject([
    { name: 'search', members: [{ kind: 'metadata', key: 'team', value: 'search' }] },
    { name: 'data' },
  ]);
  expect(budgets).toMatchObject([
    { guarantee: { kind: 'strict' }, mode: 'enforce', amount: { credits: 1_500 } },
    { mode: 'alert', amount: { credits: 11_000 } },
  ]);
  expect(budgets.filter((terms) => budgetRecord.parse(budgetRecord.format(terms)).kind === 'refused')).toEqual([]);
});
