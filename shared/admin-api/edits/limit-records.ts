import { editableBudgets, editableTeams } from '../../application/edits/editable-records.ts';
import { budgetRecord } from '../../contracts/records/budget.ts';
import { teamRecord } from '../../contracts/records/team.ts';
import type { BudgetKey, BudgetTerms, WantedBudget } from '../../domain/budgets/budget.ts';
import { noEdits } from '../../domain/impact/proposed-edits.ts';
import type { TeamTerms, WantedTeam } from '../../domain/teams/team.ts';
import type { OperationWork } from '../operation.ts';
import type { EditedRecords } from './record-proposal.ts';

/** The budgets of an installation, to be edited. */
export function editedBudgets({
  installation,
}: Pick<OperationWork, 'installation'>): EditedRecords<BudgetKey, BudgetTerms, WantedBudget> {
  return {
    record: budgetRecord,
    records: editableBudgets(installation.budgets),
    editsOf: (change) => ({ ...noEdits, budgets: [change] }),
  };
}

/** The teams of an installation, to be edited. */
export function editedTeams({
  installation,
}: Pick<OperationWork, 'installation'>): EditedRecords<Pick<TeamTerms, 'name'>, TeamTerms, WantedTeam> {
  return {
    record: teamRecord,
    records: editableTeams(installation.teams),
    editsOf: (change) => ({ ...noEdits, teams: [change] }),
  };
}
