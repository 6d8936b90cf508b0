import type { ProposedEdit } from '../../contracts/admin-api/contracts/edits-contract.ts';
import { nextPosition, type TeamTerms, type WantedTeam } from '../../domain/teams/team.ts';
import type { OperationWork } from '../operation.ts';
import { proposeExemption, proposeExemptionsEnd } from './exemption-proposal.ts';
import { proposeImport } from './import-proposal.ts';
import type { Proposal } from './proposal.ts';
import { proposeRemoval, proposeSetting, type EditedRecords } from './record-proposal.ts';
import { proposeSettingChange } from './setting-proposal.ts';
import { proposeTopUp, proposeTopUpEnd } from './top-up-proposal.ts';
import { editableBudgets, editableTeams } from '../../application/edits/editable-records.ts';
import { budgetRecord } from '../../contracts/records/budget.ts';
import { teamRecord } from '../../contracts/records/team.ts';
import type { BudgetKey, BudgetTerms, WantedBudget } from '../../domain/budgets/budget.ts';
import { noEdits } from '../../domain/impact/proposed-edits.ts';
import { quotedValue } from '../../contracts/quoted-value.ts';
import { parseScope, type Scope } from '../../domain/budgets/scope.ts';
import { Problem } from '../problem.ts';

/** The proposal of an edit whose impact is to be shown, as of a moment. Raises Problem for one that cannot be made. */
export async function proposalOf(work: OperationWork, edit: ProposedEdit, atMs: number): Promise<Proposal<unknown>> {
  switch (edit.edit) {
    case 'set-budget':
      return proposeSetting(work, editedBudgets(work), { key: budgetKeyOf(edit), said: edit.said });
    case 'remove-budget':
      return proposeRemoval(work, editedBudgets(work), budgetKeyOf(edit));
    case 'set-team':
      return proposeTeam(work, edit);
    case 'remove-team':
      return proposeRemoval(work, editedTeams(work), { name: edit.name });
    case 'add-top-up':
      return proposeTopUp(work, edit.said, atMs);
    case 'end-top-up':
      return proposeTopUpEnd(work, edit.id);
    case 'add-exemption':
      return proposeExemption(work, edit.said);
    case 'end-exemptions':
      return proposeExemptionsEnd(work, edit.email);
    case 'set-setting':
      return proposeSettingChange(work, edit);
    case 'import':
      return proposeImport(work, edit.content, edit.file);
  }
}

/** Proposes to make a team what is said of it; a new one comes last. */
export async function proposeTeam(
  work: OperationWork,
  { name, said }: Pick<Extract<ProposedEdit, { edit: 'set-team' }>, 'name' | 'said'>,
) {
  const key = { name: name.trim() };
  return proposeSetting(work, editedTeams(work), { key, said, usual: (all) => ({ position: nextPosition(all) }) });
}

/** The key of a budget that an address names. */
export function budgetKeyOf({
  scope,
  window,
}: Pick<Extract<ProposedEdit, { edit: 'remove-budget' }>, 'scope' | 'window'>) {
  return { scope: scopeOf(scope), window };
}

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

/** The scope that a text stands for; raises Problem for what is none. */
export function scopeOf(text: string): Scope {
  const scope = parseScope(text);
  if (scope === undefined) {
    const problem = `${quotedValue(text)} is no scope; give org, default, team:NAME or user:EMAIL`;
    throw new Problem('invalid-input', problem, { fields: [{ field: 'scope', problem }] });
  }
  return scope;
}
