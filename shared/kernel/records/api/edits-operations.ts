import type { BudgetTerms } from '../../../budgets/budget.ts';
import { formatBudgetCsv, formatBudgetYaml } from '../../../budgets/contract/budget-file.ts';
import { budgetRecord } from '../../../budgets/contract/budget.ts';
import { proposeExemption, proposeExemptionsEnd } from '../../../grants/api/exemption-proposal.ts';
import { proposeGrants } from '../../../grants/api/set-proposal.ts';
import { proposeTopUp, proposeTopUpEnd } from '../../../grants/api/top-up-proposal.ts';
import { impactDocument, stoppedByDocument } from '../../../impact/use-cases/impact-document.ts';
import { proposeSettingChange } from '../../../settings/api/setting-proposal.ts';
import { formatTeamCsv, formatTeamYaml } from '../../../teams/contract/team-file.ts';
import { teamRecord } from '../../../teams/contract/team.ts';
import type { Operations, OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import { editsContract, type ProposedEdit } from '../contract/edits-contract.ts';
import { termsIn } from '../diff-records.ts';
import { proposeImport } from './import-proposal.ts';
import { lookAt, makeAgreed, type Proposal } from './proposal.ts';
import { invalidBudgetDocument, recordDocument } from './record-documents.ts';
import {
  editedBudgets,
  editedTeams,
  budgetKeyOf,
  proposeRemoval,
  proposeSetting,
  proposeTeam,
} from './record-proposal.ts';
import { exportStored, type ExportedRecords } from './stored-kinds.ts';
import { visibleImpact, visibleTo } from './visible-to.ts';

const operations: Operations<typeof editsContract> = {
  async showImpact(work, { body, at = work.nowMs }) {
    const visible = await visibleTo(work);
    refuseUnlessOwners(work, body);
    const proposal = await proposalOf(work, body, at);
    const { impact, document, agreed } = await lookAt(work, proposal, at);
    const { isEdit, version, shown } = proposal;
    const seen = work.onlyTeams === undefined ? impact : visibleImpact(impact, visible);
    return {
      document: {
        impact: work.onlyTeams === undefined ? document : impactDocument(seen),
        version,
        agreed,
        isEdit,
        unlimited: work.installation.readSettings().unlimitedCredits,
        stoppedBy: stoppedByDocument(seen),
        ...shown,
      },
    };
  },

  async importRecords(work, { content, body, ...terms }) {
    const proposal = await proposeImport(work, content, body);
    return terms.agreed === proposal.rest ? proposal.make() : makeAgreed(work, proposal, terms);
  },

  async exportRecords(work, { kind, format = 'csv' }) {
    const { csv, yaml, documents, leftOut } =
      kind === 'budgets'
        ? await exportBudgets(work)
        : kind === 'teams'
          ? await exportTeams(work)
          : await exportStored(work, kind);
    const content = format === 'csv' ? csv() : yaml();
    return { document: { content, records: documents, leftOut } };
  },
};

/** The impact of edits, imports of files, and exports. */
export const edits = { contract: editsContract, operations };

/** The edits that the owner of a team may make, and so see the impact of. */
const ownersEdits: readonly ProposedEdit['edit'][] = ['set-budget', 'remove-budget', 'add-top-up', 'end-top-up'];

function refuseUnlessOwners({ onlyTeams }: OperationWork, { edit }: ProposedEdit): void {
  if (onlyTeams !== undefined && !ownersEdits.includes(edit)) {
    throw new Problem('not-allowed', `The impact of ${edit} concerns others than your teams; it takes the role viewer`);
  }
}

/** The proposal of an edit whose impact is to be shown, as of a moment. Raises Problem for one that cannot be made. */
async function proposalOf(work: OperationWork, edit: ProposedEdit, atMs: number): Promise<Proposal<unknown>> {
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
    case 'add-grants':
      return proposeGrants(work, edit.set);
    case 'set-setting':
      return proposeSettingChange(work, edit);
    case 'import':
      return proposeImport(work, edit.content, edit.file);
  }
}

async function exportBudgets({ installation }: OperationWork): Promise<ExportedRecords> {
  const { budgets, invalid } = await installation.budgets.list();
  const terms = budgets.map((budget) => termsIn<BudgetTerms>(budget));
  return {
    csv: () => formatBudgetCsv(terms),
    yaml: () => formatBudgetYaml(terms),
    documents: terms.map((each) => budgetRecord.document(each)),
    leftOut: invalid.map(invalidBudgetDocument),
  };
}

async function exportTeams({ installation }: OperationWork): Promise<ExportedRecords> {
  const { teams, invalid } = await installation.teams.list();
  return {
    csv: () => formatTeamCsv(teams),
    yaml: () => formatTeamYaml(teams),
    documents: teams.map((team) => recordDocument(teamRecord, team)),
    leftOut: invalid.map(({ name, problem }) => ({ team: name, problem })),
  };
}
