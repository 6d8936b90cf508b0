import { budgetKind, type Budget, type BudgetTerms } from '../../../shared/budgets/budget.ts';
import type { CapPlanInput } from '../../../shared/caps/cap-plan-input.ts';
import { decideImpact, type Impact } from '../../../shared/impact/impact.ts';
import { planLimits, type ImpactSide } from '../../../shared/impact/planned-limits.ts';
import { noEdits } from '../../../shared/impact/proposed-edits.ts';
import { diffRecords, termsIn } from '../../../shared/kernel/records/diff-records.ts';
import { assignTeams } from '../../../shared/teams/assign-teams.ts';
import type { Team } from '../../../shared/teams/team.ts';
import { aBudget, credits, someUsage } from '../../support/domain-samples.ts';
import { aPlanInput } from '../../support/plan-samples.ts';

export const ann = { userId: 'ann', email: 'ann@acme.example', metadata: { unit: 'web' } };
export const bob = { userId: 'bob', email: 'bob@acme.example', metadata: { unit: 'ops' } };
export const cem = { userId: 'cem', email: 'cem@acme.example', metadata: {} };

export interface Rules {
  readonly budgets: readonly Budget[];
  readonly teams?: readonly Team[];
}

/** What is said of the plan besides its rules; `used` by user id, in every window alike unless said otherwise. */
export type World = Partial<Omit<CapPlanInput, 'budgets' | 'usage' | 'teamOf'>> & {
  readonly used?: Parameters<typeof someUsage>[0];
};

export function sideOf(
  { budgets, teams = [] }: Rules,
  { used = {}, users = [ann, bob, cem], ...said }: World = {},
): ImpactSide {
  const assignment = assignTeams(users, teams);
  const input = aPlanInput({ ...said, budgets, users, usage: someUsage(used), teamOf: assignment.teamOf });
  return { input, teams, assignment, planned: planLimits(input) };
}

/** The impact of going from one set of rules to another; the edits are of the budgets that differ. */
export function impactOf(before: Rules, after: Rules, world: World = {}): Impact {
  const records = { current: before.budgets, wanted: after.budgets.map((each) => termsIn<BudgetTerms>(each)) };
  const { changes } = diffRecords(budgetKind, records, { prune: true });
  const edits = { ...noEdits, budgets: changes };
  return decideImpact(edits, { without: sideOf(before, world), after: sideOf(after, world) });
}

export function budget(scope: Budget['scope'], amount: number, said: Partial<Budget> = {}): Budget {
  return aBudget({ scope, amount: credits(amount), ...said });
}
