import type { Installation } from '../../shared/wiring/installation.ts';
import type { EditableRecords } from '../../shared/application/edits/editable-records.ts';
import { applyImport, planImport } from '../../shared/application/edits/import-records.ts';
import type { EditPorts } from '../../shared/application/edits/edit-record.ts';
import type { BudgetFile, FileContent } from '../../shared/contracts/files/budget-file.ts';
import { budgetRecord } from '../../shared/contracts/records/budget.ts';
import type { RecordCodec } from '../../shared/contracts/records/record.ts';
import { teamRecord } from '../../shared/contracts/records/team.ts';
import { keyText } from '../../shared/domain/records/record-kind.ts';
import { authorOf, type CommandContext } from '../frame/command-context.ts';
import { budgetPorts, teamPorts } from '../frame/with-installation.ts';
import type { PlannedImport } from './import-changes.ts';
import { changeDocument, changeTable } from './record-rows.ts';

/** What is imported, and where to. */
export interface ImportSource {
  readonly installation: Installation;
  readonly file: BudgetFile;
  readonly prune: boolean;
}

/** What a file would do to the budgets; nothing, when it says nothing about them. */
export async function plannedBudgets(context: CommandContext, source: ImportSource): Promise<PlannedImport> {
  const { installation, file, prune } = source;
  const wanted = file.budgets.map(({ budget }) => budget);
  const ports = budgetPorts(installation);
  // A file that says nothing about budgets wants what is there.
  const records = file.content.has('budgets') ? ports.records : withNothingThere(ports.records);
  return planned(context, { what: 'budgets', record: budgetRecord, ports: { ...ports, records } }, { wanted, prune });
}

/** What a file would do to the teams. */
export async function plannedTeams(context: CommandContext, source: ImportSource): Promise<PlannedImport> {
  const { installation, file, prune } = source;
  const wanted = file.teams.map(({ team }) => team);
  return planned(context, { what: 'teams', record: teamRecord, ports: teamPorts(installation) }, { wanted, prune });
}

interface Planned<Key, Terms extends Key, Wanted extends Key> {
  readonly what: FileContent;
  readonly record: RecordCodec<Key, Terms>;
  readonly ports: EditPorts<Key, Terms, Wanted>;
}

async function planned<Key, Terms extends Key, Wanted extends Key>(
  context: CommandContext,
  { what, record, ports }: Planned<Key, Terms, Wanted>,
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
