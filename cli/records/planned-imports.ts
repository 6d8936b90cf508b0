import type { Installation } from '../../shared/wiring/installation.ts';
import type { EditableRecords } from '../../shared/application/edits/editable-records.ts';
import { applyImport, planImport } from '../../shared/application/edits/import-records.ts';
import type { EditPorts } from '../../shared/application/edits/edit-record.ts';
import type { BudgetFile, FileContent } from '../../shared/contracts/files/budget-file.ts';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { teamRecord } from '../../shared/contracts/records/team.ts';
import type { BudgetKey, BudgetTerms, WantedBudget } from '../../shared/domain/budgets/budget.ts';
import { noEdits, type ProposedEdits } from '../../shared/domain/impact/proposed-edits.ts';
import type { RecordChange } from '../../shared/domain/records/diff-records.ts';
import { keyText } from '../../shared/domain/records/record-kind.ts';
import type { WantedTeam } from '../../shared/domain/teams/place-teams.ts';
import type { TeamTerms } from '../../shared/domain/teams/team.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { budgetPorts, teamPorts } from '../frame/with-installation.ts';
import type { ImportPlans, PlannedImport } from './import-changes.ts';
import { changeDocument, changeTable } from '../../shared/terminal/records/record-rows.ts';

/** What is imported, and where to. */
export interface ImportSource {
  readonly installation: Installation;
  readonly file: BudgetFile;
  readonly prune: boolean;
}

/** Nothing, when the file says nothing about budgets. */
async function plannedBudgets(context: CommandContext, source: ImportSource): Promise<PlannedImport> {
  const { installation, file, prune } = source;
  const wanted = file.budgets.map(({ budget }) => budget);
  const ports = budgetPorts(installation);
  // A file that says nothing about budgets wants what is there.
  const records = file.content.has('budgets') ? ports.records : withNothingThere(ports.records);
  const of = { what: 'budgets', record: budgetRecord, ports: { ...ports, records }, editsOf: editsOfBudgets } as const;
  return planned(context, of, { wanted, prune });
}

/** What a file would do: to the budgets, and to the teams where it speaks of them. */
export async function plannedFile(context: CommandContext, source: ImportSource): Promise<ImportPlans> {
  return {
    main: await plannedBudgets(context, source),
    ...(source.file.content.has('teams') && { beside: await plannedTeams(context, source) }),
  };
}

/** What a file would do to the teams. */
export async function plannedTeams(context: CommandContext, source: ImportSource): Promise<PlannedImport> {
  const { installation, file, prune } = source;
  const wanted = file.teams.map(({ team }) => team);
  const of = { what: 'teams', record: teamRecord, ports: teamPorts(installation), editsOf: editsOfTeams } as const;
  return planned(context, of, { wanted, prune });
}

interface Planned<Key, Terms extends Key, Wanted extends Key> {
  readonly what: FileContent;
  readonly record: RecordCodec<Key, Terms>;
  readonly ports: EditPorts<Key, Terms, Wanted>;
  readonly editsOf: (changes: readonly RecordChange<Terms>[]) => ProposedEdits;
}

const editsOfBudgets: Planned<BudgetKey, BudgetTerms, WantedBudget>['editsOf'] = (budgets) => ({ ...noEdits, budgets });
const editsOfTeams: Planned<Pick<TeamTerms, 'name'>, TeamTerms, WantedTeam>['editsOf'] = (teams) => ({
  ...noEdits,
  teams,
});

async function planned<Key, Terms extends Key, Wanted extends Key>(
  context: CommandContext,
  { what, record, ports, editsOf }: Planned<Key, Terms, Wanted>,
  { wanted, prune }: { readonly wanted: readonly Wanted[]; readonly prune: boolean },
): Promise<PlannedImport> {
  const plan = await planImport(ports.records, wanted, { prune });
  return {
    what,
    kinds: plan.changes.map(({ kind }) => kind),
    table: changeTable(record, plan.changes, context.style),
    unchanged: plan.unchanged,
    unnamed: plan.unnamed.map((stored) => keyText(record.kind, stored)),
    blocked: plan.blocked,
    edits: editsOf(plan.changes),
    document: { changes: plan.changes.map((change) => changeDocument(record, change)) },
    async apply(onProgress) {
      const results = await applyImport({ ...ports, onProgress }, plan, authorOf(context));
      return results.map(({ change, outcome }) => ({ document: changeDocument(record, change), outcome }));
    },
  };
}

function withNothingThere<Key, Terms extends Key, Wanted>(
  records: EditableRecords<Key, Terms, Wanted>,
): EditableRecords<Key, Terms, Wanted> {
  return { ...records, list: async () => Promise.resolve({ records: [], invalid: [] }) };
}
