import type { Budget } from '../../domain/budgets/budget.ts';
import type { Exemption } from '../../domain/budgets/exemption.ts';
import { describeInvalidBudget } from '../../domain/budgets/invalid-budget.ts';
import type { TopUp } from '../../domain/budgets/top-up.ts';
import { invalidScopes } from './invalid-scopes.ts';
import type { BudgetStore, GrantStore, InvalidBudget, InvalidGrant } from '../edits/ports.ts';

export interface RulePorts {
  readonly budgets: Pick<BudgetStore, 'list'>;
  readonly grants: Pick<GrantStore, 'list'>;
}

/** What admins have laid down: budgets, and what they granted beside them. */
export interface Rules {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
  /** Of budgets, and of those whose top-up or exemption cannot be read: whoever is bound keeps their cap. */
  readonly invalidScopes: readonly string[];
  readonly invalid: readonly InvalidBudget[];
  readonly invalidGrants: readonly InvalidGrant[];
  /** What is wrong with rows of the tables, and what follows from it, a sentence each. */
  readonly problems: readonly string[];
}

/** Reads the rules as they stand in the tables. Every plan begins with them. */
export async function collectRules(ports: RulePorts): Promise<Rules> {
  const { budgets, invalid } = await ports.budgets.list();
  const { grants, invalid: invalidGrants } = await ports.grants.list();
  return {
    budgets,
    topUps: grants.filter((grant) => grant.kind === 'top-up'),
    exemptions: grants.filter((grant) => grant.kind === 'exemption'),
    invalidScopes: invalidScopes(invalid, invalidGrants),
    invalid,
    invalidGrants,
    problems: [...invalid.map(describeInvalidBudget), ...invalidGrants.map(describeInvalidGrant)],
  };
}

function describeInvalidGrant({ kind, id, email, team, problem }: InvalidGrant): string {
  const effect = email === undefined && team === undefined ? 'counts for nobody' : 'whoever it is for keeps their cap';
  return `The ${kind} "${id}" in the table is not valid, and ${effect}: ${problem}`;
}
