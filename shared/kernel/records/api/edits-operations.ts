import type { BudgetTerms } from '../../../budgets/budget.ts';
import { budgetRecord } from '../../../budgets/contract/budget.ts';
import { proposeExemption, proposeExemptionsEnd } from '../../../grants/api/exemption-proposal.ts';
import { proposeGrants } from '../../../grants/api/set-proposal.ts';
import { proposeTopUp, proposeTopUpEnd } from '../../../grants/api/top-up-proposal.ts';
import { impactDocument, stoppedByDocument } from '../../../impact/use-cases/impact-document.ts';
import { proposeSettingChange } from '../../../settings/api/setting-proposal.ts';
import { teamRecord } from '../../../teams/contract/team.ts';
import type { Operations, OperationWork } from '../../api/operation.ts';
import { Problem } from '../../api/problem.ts';
import type { OperationDocument } from '../../contract/contracts.ts';
import { editsContract, type ProposedEdit, type UnreadRow } from '../contract/edits-contract.ts';
import { formatRecordCsv, formatRecordYaml } from '../contract/files/record-rows.ts';
import type { RecordCodec } from '../contract/record.ts';
import { termsIn } from '../diff-records.ts';
import type { Stamp } from '../record-kind.ts';
import { firstRows, impactCounts } from './first-rows.ts';
import { proposeImport } from './import-proposal.ts';
import { lookAt, makeAgreed, type Proposal } from './proposal.ts';
import { invalidBudgetDocument, recordDocument } from './record-documents.ts';
import { budgetEdits, teamEdits } from './record-proposal.ts';
import { storedKind } from './stored-kinds.ts';
import { visibleImpact, visibleTo } from './visible-to.ts';

const operations: Operations<typeof editsContract> = {
  async showImpact(work, { body, at = work.nowMs, rows }) {
    const visible = await visibleTo(work);
    refuseUnlessOwners(work, body);
    const proposal = await proposalOf(work, body, at);
    const { impact, document, agreed } = await lookAt(work, proposal, at);
    const { isEdit, version, shown } = proposal;
    const seen = work.onlyTeams === undefined ? impact : visibleImpact(impact, visible);
    const lists = {
      impact: work.onlyTeams === undefined ? document : impactDocument(seen),
      stoppedBy: stoppedByDocument(seen),
    };
    return {
      document: {
        ...(rows === undefined ? lists : firstRows(lists, proposal.edits, rows)),
        counts: impactCounts(lists.impact),
        version,
        agreed,
        isEdit,
        unlimited: work.installation.readSettings().unlimitedCredits,
        ...shown,
      },
    };
  },

  async importRecords(work, { content, body, ...terms }) {
    const proposal = await proposeImport(work, content, body);
    return terms.agreed === proposal.rest ? proposal.make() : makeAgreed(work, proposal, terms);
  },

  async exportRecords({ installation }, { kind, format = 'csv' }) {
    if (kind === 'budgets') {
      const { budgets, invalid } = await installation.budgets.list();
      const records = budgets.map((budget) => termsIn<BudgetTerms>(budget));
      const documents = records.map((terms) => budgetRecord.document(terms));
      const content = textOf(budgetRecord, { kind, format, records });
      return { document: { content, records: documents, leftOut: invalid.map(invalidBudgetDocument) } };
    }
    if (kind === 'teams') {
      const { teams: records, invalid } = await installation.teams.list();
      const leftOut = invalid.map(({ name, problem }) => ({ team: name, problem }));
      return { document: exported(teamRecord, { kind, format, records, leftOut }) };
    }
    const { record, storeOf } = storedKind(kind);
    const { records, invalid } = await storeOf(installation).list();
    const leftOut = invalid.map(({ key, problem }) => ({ key, problem }));
    return { document: exported(record, { kind, format, records, leftOut }) };
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
      return budgetEdits.proposeSet(work, edit, edit.said);
    case 'remove-budget':
      return budgetEdits.proposeRemove(work, edit);
    case 'set-team':
      return teamEdits.proposeSet(work, edit, edit.said);
    case 'remove-team':
      return teamEdits.proposeRemove(work, edit);
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

interface FileOf<Record> {
  /** What a file of YAML calls them. */
  readonly kind: string;
  readonly format: 'csv' | 'yaml';
  readonly records: readonly Record[];
}

function textOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { kind, format, records }: FileOf<Terms>,
): string {
  return format === 'csv' ? formatRecordCsv(record, records) : formatRecordYaml(record, kind, records);
}

function exported<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { leftOut, ...file }: FileOf<Terms & Stamp> & { readonly leftOut: readonly UnreadRow[] },
): OperationDocument<'exportRecords'> {
  const documents = file.records.map((each) => recordDocument(record, each));
  return { content: textOf(record, file), records: documents, leftOut };
}
