import { budgetKind, type BudgetTerms } from '../../shared/budgets/budget.ts';
import { parseScope } from '../../shared/budgets/scope.ts';
import { addGrant } from '../../shared/grants/use-cases.ts';
import { noEdits, type ProposedEdits } from '../../shared/impact/proposed-edits.ts';
import { showImpact, type ShownImpact } from '../../shared/impact/use-cases/show-impact.ts';
import { editRecord } from '../../shared/kernel/records/use-cases/edit-record.ts';
import { planBudgets, planTeams } from '../../shared/kernel/records/use-cases/import-records.ts';
import type { LiveStore } from '../../shared/live/ports.ts';
import { teamKind } from '../../shared/teams/team.ts';
import { rules } from '../support/teams.ts';
import type { BudgetRow } from './budget-oracle.ts';
import type { EnforcementWorld } from './enforcement-world.ts';

/** Who makes them. */
export const author = { name: 'ada', at: '2026-01-18T14:00:00.000Z' };

/** What `impact` shows of them at the present moment. */
export async function impactOf(
  { clock, stores, settings, live }: EnforcementWorld & { readonly live?: LiveStore },
  edits: ProposedEdits,
): Promise<ShownImpact> {
  return showImpact({ ...stores, ...(live !== undefined && { live }) }, { edits, atMs: clock.now(), settings });
}

/** The edits that make the tables say what is wanted of them, as an import plans them. */
export async function editsTo(
  { stores }: EnforcementWorld,
  wanted: { readonly budgets?: readonly BudgetRow[]; readonly teams?: Readonly<Record<string, readonly string[]>> },
  { prune = false } = {},
): Promise<ProposedEdits> {
  const teams = Object.entries(wanted.teams ?? {}).map(([name, members]) => ({ name, members: rules(...members) }));
  const budgets = (wanted.budgets ?? []).map(termsOf);
  const planned = {
    budgets: await planBudgets(stores.budgets, budgets, { prune }),
    teams: await planTeams(stores.teams, teams, { prune }),
  };
  return { ...noEdits, budgets: planned.budgets.changes, teams: planned.teams.changes };
}

function termsOf({ scope, window, amount, mode = 'enforce', from, to }: BudgetRow): BudgetTerms {
  return {
    scope: parseScope(scope) ?? { kind: 'org' },
    window: window as BudgetTerms['window'],
    amount: amount === 'unlimited' ? { kind: 'unlimited' } : { kind: 'credits', credits: amount },
    mode,
    thresholds: [],
    forecastAlert: true,
    owners: [],
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** Makes them in the tables. */
export async function make({ stores }: EnforcementWorld, { budgets, teams, grants }: ProposedEdits): Promise<void> {
  const as = { ...author, way: 'import' } as const;
  for (const change of teams) {
    await editRecord({ kind: teamKind, store: stores.teams, ids: stores.ids }, change, as);
  }
  for (const change of budgets) {
    await editRecord({ kind: budgetKind, store: stores.budgets, ids: stores.ids }, change, as);
  }
  for (const { id: _id, createdBy: _by, createdAt: _at, version: _version, ...terms } of grants) {
    await addGrant({ grants: stores.grants, ids: stores.ids }, terms, author);
  }
}

/** The confirmed limits, by user id. */
export async function limitsByUser({ stores }: EnforcementWorld): Promise<ReadonlyMap<string, number | undefined>> {
  const records = await stores.limits.list();
  return new Map(records.map(({ userId, confirmed }) => [userId, confirmed?.limitCredits]));
}
