import { expect, test } from 'vitest';

import { budgetFormOf } from '../../../console/pages/budgets/budget-form.ts';

function helpOfAmount(scope: string): string | undefined {
  return budgetFormOf(scope).fields.find(({ name }) => name === 'amount')?.help;
}

test.for([
  ['org', /0 blocks all of them$/u],
  ['team:web', /0 blocks all of them$/u],
  ['user:ann@acme.example', /0 blocks them$/u],
  ['members:web', /for each person; 0 blocks each$/u],
  ['model:atlas-5', /it notifies, and blocks no one$/u],
] as const)('the amount of %s says what 0 means there', ([scope, meaning]) => {
  expect(helpOfAmount(scope)).toMatch(meaning);
});
