import {
  budgetKind,
  wantedTerms,
  type Budget,
  type BudgetKey,
  type BudgetTerms,
  type WantedBudget,
} from '../../domain/budgets/budget.ts';
import type { EditWay } from '../../domain/budgets/budget-version.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { EditedKind, Stamp } from '../../domain/records/record-kind.ts';
import { teamKind, type Team, type TeamTerms, placedTeams, type WantedTeam } from '../../domain/teams/team.ts';
import type { Author, BudgetStore, TeamStore } from './ports.ts';

/** A kind of record that admins edit, with the store that keeps it: what the use cases of all kinds need. */
export interface EditableRecords<Key, Terms extends Key, Wanted = Terms> {
  readonly kind: EditedKind<Key, Terms>;
  list(): Promise<{
    readonly records: readonly (Terms & Stamp)[];
    readonly invalid: readonly InvalidRecord<Terms>[];
  }>;
  /** The number of the last version that a record ever had; 0 for none, and where the row alone counts. */
  lastVersion(key: Key): Promise<number>;
  /** Makes one edit with its journal entry, or neither. Raises StaleRecordError when the record moved. */
  edit(edit: RecordEdit<Key, Terms>, author: Author, entry: JournalEntry): Promise<void>;
  /** The terms that a list wants, beside the records that are there. */
  termsWanted(wanted: readonly Wanted[], current: readonly (Terms & Stamp)[]): readonly Terms[];
}

/** One edit of one record, with the version that it was made on: 0 for a record that was not there. */
export interface RecordEdit<Key, Terms> {
  readonly key: Key;
  readonly seenVersion: number;
  /** The one that the edit makes. */
  readonly version: number;
  readonly way: EditWay;
  /** Absent: the record is removed. */
  readonly terms?: Terms;
}

/** A row that cannot be read. */
export interface InvalidRecord<Terms> {
  readonly key: string;
  readonly problem: string;
  /** The version that the row carries, 0 for none; absent where that cannot be read either. */
  readonly seenVersion?: number;
  /** The last valid version, which is in force in the place of the row. */
  readonly lastValid?: Terms & Stamp;
}

type EditableBudgets = EditableRecords<BudgetKey, BudgetTerms, WantedBudget>;
type EditableTeams = EditableRecords<Pick<TeamTerms, 'name'>, TeamTerms, WantedTeam>;

/** The budgets, for the use cases that edit records. */
export function editableBudgets(store: Pick<BudgetStore, 'list' | 'find' | 'edit'>): EditableBudgets {
  return {
    kind: budgetKind,
    async list() {
      const { budgets, invalid } = await store.list();
      return {
        records: budgets,
        invalid: invalid.map(({ scope, window, ...row }) => ({ ...row, key: `${scope} / ${window}` })),
      };
    },
    async lastVersion(key) {
      const { scope, window } = key;
      const { last } = await store.find({ scope: budgetKind.subject({ scope, window }), window });
      return last?.version ?? 0;
    },
    edit: async ({ key: { scope, window }, ...edit }, author, entry) =>
      store.edit({ scope, window, ...edit }, author, entry),
    termsWanted: (wanted, current: readonly Budget[]) => wantedTerms(wanted, current),
  };
}

/** The teams, for the use cases that edit records. */
export function editableTeams(store: Pick<TeamStore, 'list' | 'find' | 'edit'>): EditableTeams {
  return {
    kind: teamKind,
    async list() {
      const { teams, invalid } = await store.list();
      return { records: teams, invalid: invalid.map(({ name, problem }) => ({ key: name, problem })) };
    },
    lastVersion: async ({ name }) => (await store.find({ name })).last?.version ?? 0,
    edit: async ({ key: { name }, ...edit }, author, entry) => store.edit({ name, ...edit }, author, entry),
    termsWanted: (wanted, current: readonly Team[]) => placedTeams(wanted, current),
  };
}

/** What one edit made of a record. Versions of one key count from 1, and go on after a removal. */
export interface RecordVersion<Terms> {
  /** The key as one text. */
  readonly key: string;
  readonly version: number;
  readonly by: string;
  /** ISO instant. */
  readonly at: string;
  readonly way: EditWay;
  /** Absent: the record was removed. */
  readonly terms?: Terms;
}

/** Records of one kind that admins edit by command and by file alone, and every version that they ever had. */
export interface RecordStore<Key, Terms extends Key> {
  /** By key. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly records: readonly (Terms & Stamp)[]; readonly invalid: readonly InvalidRecord<Terms>[] }>;
  /** Every version of one record, or of all: by key, the first version first. */
  listVersions(key?: Key): Promise<readonly RecordVersion<Terms>[]>;
  /**
   * Makes one edit together with its version and its journal entry, or none of them. Raises StaleRecordError when the
   * record moved. An edit that was made already (same terms, same author, the same version) is taken as done.
   */
  edit(edit: RecordEdit<Key, Terms>, author: Author, entry: JournalEntry): Promise<void>;
}

/** The records of a store, for the use cases that edit records. */
export function editableRecords<Key, Terms extends Key>(
  kind: EditedKind<Key, Terms>,
  store: RecordStore<Key, Terms>,
): EditableRecords<Key, Terms> {
  return {
    kind,
    list: async () => store.list(),
    lastVersion: async (key) => (await store.listVersions(key)).at(-1)?.version ?? 0,
    edit: async (edit, author, entry) => store.edit(edit, author, entry),
    termsWanted: (wanted) => wanted,
  };
}
