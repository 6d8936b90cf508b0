import type { ProposedEdit } from '../../contracts/admin-api/contracts/edits-contract.ts';
import { nextPosition } from '../../domain/teams/team.ts';
import type { OperationWork } from '../operation.ts';
import { scopeOf } from '../scope-of.ts';
import { proposeExemption, proposeExemptionsEnd } from './exemption-proposal.ts';
import { proposeImport } from './import-proposal.ts';
import { editedBudgets, editedTeams } from './limit-records.ts';
import type { Proposal } from './proposal.ts';
import { proposeRemoval, proposeSetting } from './record-proposal.ts';
import { proposeSettingChange } from './setting-proposal.ts';
import { proposeTopUp, proposeTopUpEnd } from './top-up-proposal.ts';

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
