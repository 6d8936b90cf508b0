import { budgetKey, budgetKind, type BudgetTerms } from '../../../budgets/budget.ts';
import { placedTeams, teamKind, type TeamTerms, type WantedTeam } from '../../../teams/team.ts';
import { sortedBy } from '../../texts/compare-text.ts';
import { diffRecords, wantedTerms, type RecordChange, type RecordPlan } from '../diff-records.ts';
import { EditRefusedError, type Author, type BudgetStore, type RecordStore, type TeamStore } from '../ports.ts';
import { keyText, type RecordKind, type Stamp } from '../record-kind.ts';
import { editRecord, type EditOutcome, type EditPorts } from './edit-record.ts';

export interface ImportPlan<Terms> extends RecordPlan<Terms> {
  /** Wanted records whose stored row was edited by hand and cannot be read: it must be repaired first. */
  readonly blocked: readonly { readonly key: string; readonly problem: string }[];
}

interface ImportOptions {
  readonly prune: boolean;
  /** Fields that the list does not state, by position: they stay unchanged. */
  readonly unsaid?: readonly (readonly string[])[];
}

/** Plans to make the budgets match a list; changes nothing. */
export async function planBudgets(
  store: BudgetStore,
  wanted: readonly BudgetTerms[],
  { prune, unsaid = [] }: ImportOptions,
): Promise<ImportPlan<BudgetTerms>> {
  const { budgets: records, invalid } = await store.list();
  const blocked = invalid.map(({ scope, window, problem }) => ({ key: `${scope} / ${window}`, problem }));
  const merged = sortedBy(wantedTerms(budgetKind, { current: records, wanted }, unsaid), budgetKey);
  return planOf(budgetKind, { records, invalid: blocked }, { wanted: merged, prune, termsOf: (terms) => terms });
}

export async function planTeams(
  store: TeamStore,
  wanted: readonly WantedTeam[],
  { prune, unsaid = [] }: ImportOptions,
): Promise<ImportPlan<TeamTerms>> {
  const { teams: records, invalid } = await store.list();
  const blocked = invalid.map(({ name, problem }) => ({ key: name, problem }));
  const merged = wantedTerms(teamKind, { current: records, wanted }, unsaid);
  return planOf(teamKind, { records, invalid: blocked }, { wanted: merged, prune, termsOf: placedTeams });
}

export async function planRecords<Key, Terms extends Key>(
  { kind, store }: { readonly kind: RecordKind<Key, Terms>; readonly store: RecordStore<Key, Terms> },
  wanted: readonly Terms[],
  { prune, unsaid = [] }: ImportOptions,
): Promise<ImportPlan<Terms>> {
  const table = await store.list();
  const merged = wantedTerms(kind, { current: table.records, wanted }, unsaid);
  return planOf(kind, table, { wanted: merged, prune, termsOf: (terms) => terms });
}

interface Table<Kept> {
  readonly records: readonly Kept[];
  readonly invalid: ImportPlan<unknown>['blocked'];
}

interface WantedList<Terms, Kept, Wanted> extends ImportOptions {
  readonly wanted: readonly Wanted[];
  /** The terms a list wants, given the existing records. */
  readonly termsOf: (wanted: readonly Wanted[], current: readonly Kept[]) => readonly Terms[];
}

function planOf<Key, Terms extends Key, Wanted extends Key>(
  kind: RecordKind<Key, Terms>,
  { records, invalid }: Table<Terms & Stamp>,
  { wanted, prune, termsOf }: WantedList<Terms, Terms & Stamp, Wanted>,
): ImportPlan<Terms> {
  const problems = new Map(invalid.map(({ key, problem }) => [key, problem]));
  const blocked = wanted.flatMap((each) => {
    const key = keyText(kind, each);
    const problem = problems.get(key);
    return problem === undefined ? [] : [{ key, problem }];
  });
  const open = wanted.filter((each) => !problems.has(keyText(kind, each)));
  const plan = diffRecords(kind, { current: records, wanted: termsOf(open, records) }, { prune });
  return { ...plan, blocked };
}

interface EditResult<Terms> {
  readonly change: RecordChange<Terms>;
  readonly outcome: EditOutcome;
}

/** Makes the changes of a plan one by one; skips those that are stale or not allowed to their author. */
export async function applyImport<Key, Terms extends Key>(
  ports: EditPorts<Key, Terms> & { readonly onProgress?: (done: number) => void },
  plan: RecordPlan<Terms>,
  author: Author,
): Promise<readonly EditResult<Terms>[]> {
  const results: EditResult<Terms>[] = [];
  for (const change of plan.changes) {
    results.push({ change, outcome: await imported(ports, change, author) });
    ports.onProgress?.(results.length);
  }
  return results;
}

async function imported<Key, Terms extends Key>(
  ports: EditPorts<Key, Terms>,
  change: RecordChange<Terms>,
  author: Author,
): Promise<EditOutcome> {
  try {
    return await editRecord(ports, change, { ...author, way: 'import' });
  } catch (error) {
    if (!(error instanceof EditRefusedError)) {
      throw error;
    }
    return { kind: 'refused', problem: error.message };
  }
}
