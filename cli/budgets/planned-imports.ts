import type { Installation } from '../../shared/wiring/installation.ts';
import { applyImport, planImport, type ImportPlan } from '../../shared/application/edits/import-budgets.ts';
import { applyTeamImport, planTeamImport } from '../../shared/application/edits/import-teams.ts';
import type { BudgetFile } from '../../shared/contracts/budget-file.ts';
import { budgetKey } from '../../shared/domain/budgets/diff-budgets.ts';
import { changeDocument, changeTable } from './budget-rows.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import type { PlannedImport } from './import-changes.ts';
import { teamChangeDocument, teamChangeTable } from '../teams/team-rows.ts';
import { editPorts, teamPorts } from '../frame/with-installation.ts';

/** What is imported, and where to. */
export interface ImportSource {
  readonly installation: Installation;
  readonly file: BudgetFile;
  readonly prune: boolean;
}

const noBudgets: ImportPlan = { changes: [], unchanged: 0, unnamed: [], blocked: [] };

/** What a file would do to the budgets; nothing, when it says nothing about them. */
export async function plannedBudgets(
  context: CommandContext,
  { installation, file, prune }: ImportSource,
): Promise<PlannedImport> {
  const wanted = file.budgets.map(({ budget }) => budget);
  const plan = file.content.has('budgets') ? await planImport(installation.budgets, wanted, { prune }) : noBudgets;
  return {
    what: 'budgets',
    kinds: plan.changes.map(({ kind }) => kind),
    table: changeTable(plan.changes, context.style),
    unchanged: plan.unchanged,
    unnamed: plan.unnamed.map(budgetKey),
    blocked: plan.blocked,
    document: { changes: plan.changes.map(changeDocument) },
    async apply(onProgress) {
      const results = await applyImport({ ...editPorts(installation), onProgress }, plan, authorOf(context));
      return results.map(({ change, outcome }) => ({ document: changeDocument(change), outcome }));
    },
  };
}

/** What a file would do to the teams. */
export async function plannedTeams(
  context: CommandContext,
  { installation, file, prune }: ImportSource,
): Promise<PlannedImport> {
  const wanted = file.teams.map(({ team }) => team);
  const plan = await planTeamImport(installation.teams, wanted, { prune });
  return {
    what: 'teams',
    kinds: plan.changes.map(({ kind }) => kind),
    table: teamChangeTable(plan.changes, context.style),
    unchanged: plan.unchanged,
    unnamed: plan.unnamed.map(({ name }) => name),
    blocked: plan.blocked.map(({ name, problem }) => ({ key: name, problem })),
    document: { changes: plan.changes.map(teamChangeDocument) },
    async apply(onProgress) {
      const results = await applyTeamImport({ ...teamPorts(installation), onProgress }, plan, authorOf(context));
      return results.map(({ change, outcome }) => ({ document: teamChangeDocument(change), outcome }));
    },
  };
}
