import type { Budget, BudgetKey, BudgetTerms, BudgetVersion } from '../../domain/budgets/budget.ts';
import type { Grant } from '../../domain/budgets/exemption.ts';
import type { Scope } from '../../domain/budgets/scope.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { RecordEdit, RecordVersion, VersionOf } from '../../domain/records/record-edit.ts';
import type { Stamp } from '../../domain/records/record-kind.ts';
import type { SettingsTerms, SettingsVersion } from '../../domain/settings/settings-record.ts';
import type { InvalidTeam } from '../../domain/teams/team-problems.ts';
import type { Team, TeamTerms } from '../../domain/teams/team.ts';

/** Who edits, and when (ISO instant). */
export interface Author {
  readonly name: string;
  readonly at: string;
}

/** Somebody else changed the record since it was read. */
export class StaleRecordError extends Error {
  override readonly name = 'StaleRecordError';
}

/** Whoever edits may not make this edit; the message says why, and who can. */
export class EditRefusedError extends Error {
  override readonly name = 'EditRefusedError';
}

/** A row under a key, and the last version of it. */
export interface FoundRecord<Record, Terms = Record> {
  readonly row: { readonly kind: 'none' } | { readonly kind: 'record'; readonly record: Record } | InvalidRow<Record>;
  readonly last?: RecordVersion<Terms>;
}

/** A row that cannot be read as a record. */
export interface InvalidRow<Record> {
  readonly kind: 'invalid';
  readonly problem: string;
  /** The version that the row carries, 0 for none; absent where that cannot be read either. */
  readonly seenVersion?: number;
  /** The last valid version, which is in force in the place of the row; absent where none is. */
  readonly lastValid?: Record;
}

/** Records of one kind that people edit: what an edit of any of them takes. */
export interface EditedStore<Key, Terms extends Key> {
  /** One row as it stands, and the last version of it. */
  find(key: Key): Promise<FoundRecord<Terms & Stamp, Terms>>;
  /**
   * Makes one edit together with its version and its journal entry, or none of them. Raises StaleRecordError when the
   * version moved. An edit that was made already (same terms, same author, a later version) is taken as done.
   */
  edit(edit: RecordEdit<Key, Terms>, entry: JournalEntry): Promise<void>;
}

/** A store whose rows people may edit directly too. */
export interface AdoptingStore<Key, Terms> {
  /**
   * Adopts an edit that was made directly: the row gets its version and author and keeps its terms, together with the
   * version and the journal entry, or none of them. Raises StaleRecordError when the row or its versions moved.
   */
  adopt(edit: RecordEdit<Key, Terms>, entry: JournalEntry): Promise<void>;
}

/** Records of one kind that people edit by command and by file alone, and every version that they ever had. */
export interface RecordStore<Key, Terms extends Key> extends EditedStore<Key, Terms> {
  /** By key. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{
    readonly records: readonly (Terms & Stamp)[];
    readonly invalid: readonly { readonly key: string; readonly problem: string }[];
  }>;
  /** Every version of one record, or of all, with their keys as texts: by key, the first version first. */
  listVersions(key?: Key): Promise<readonly VersionOf<string, Terms>[]>;
}

/** The key of a row of the budgets table, as it stands there or read. */
export interface BudgetRowKey {
  readonly scope: Scope | string;
  readonly window: string;
}

/** A row of the budgets table that cannot be read as a budget; scope and window are as they stand there. */
export interface InvalidBudget extends Omit<InvalidRow<Budget>, 'kind'> {
  readonly scope: string;
  readonly window: string;
}

/** The budgets table, which admins may also edit by hand, and every version that its budgets ever had. */
export interface BudgetStore extends EditedStore<BudgetKey, BudgetTerms>, AdoptingStore<BudgetKey, BudgetTerms> {
  /**
   * Rows that are not valid are reported and never guessed at; the last valid version of such a row, where there is
   * one, is among the budgets.
   */
  list(): Promise<{ readonly budgets: readonly Budget[]; readonly invalid: readonly InvalidBudget[] }>;
  /** Of a row that is not valid too, its last valid version is in force. */
  find(key: BudgetRowKey): Promise<FoundRecord<Budget, BudgetTerms>>;
  /** Every version of one budget, or of all: by scope and window, the first version first. */
  listVersions(key?: BudgetRowKey): Promise<readonly BudgetVersion[]>;
}

export type TeamKey = Pick<Team, 'name'>;
export type GrantKey = Pick<Grant, 'kind' | 'id'>;

/** A row of the grants table that cannot be read; kind and id are as they stand there. */
export interface InvalidGrant {
  readonly kind: string;
  readonly id: string;
  /** Whose it is, in the matching form, where that much can be read. */
  readonly email?: string;
  /** Whose it is instead, where that is a team. */
  readonly team?: string;
  readonly problem: string;
}

/** Top-ups and exemptions, those that are over included. */
export interface GrantStore extends AdoptingStore<GrantKey, Grant> {
  /** Makes an edit, as `EditedStore` does. None removes a grant: one that is ended stays. */
  edit(edit: Required<RecordEdit<GrantKey, Grant>>, entry: JournalEntry): Promise<void>;
  /** One row as it stands, and the last version of it. */
  find(key: GrantKey): Promise<FoundRecord<Grant>>;
  /** Every version of every grant: by kind and id, the first version first. */
  listVersions(): Promise<readonly VersionOf<GrantKey, Grant>[]>;
  /** Exemptions, then top-ups, by id. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly grants: readonly Grant[]; readonly invalid: readonly InvalidGrant[] }>;
}

/** The teams table, which admins may also edit by hand. */
export interface TeamStore extends EditedStore<TeamKey, TeamTerms>, AdoptingStore<TeamKey, TeamTerms> {
  /** In the order of teams. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly teams: readonly Team[]; readonly invalid: readonly InvalidTeam[] }>;
  /** One row as it stands, and the last version of it. */
  find(key: TeamKey): Promise<FoundRecord<Team>>;
  /** Every version of every team: by name, the first version first. */
  listVersions(): Promise<readonly VersionOf<TeamKey, Team>[]>;
}

/** The file in which an installation on one machine has its settings. Admins may edit it by hand too. */
export interface SettingsFile {
  /** What is set. Raises an error that names every fault when the file is not valid. */
  read(): SettingsTerms;
  /**
   * Makes what is set `wanted`, keeping comments. The new file is ready before `note` is called, and in its place once
   * that is done; when it raises, the file stays as it is. Raises StaleRecordError when the file does not set `seen`.
   */
  replace(seen: SettingsTerms, wanted: SettingsTerms, note: () => Promise<void>): Promise<void>;
}

/** Every version that the settings of an installation ever had. */
export interface SettingsVersions {
  last(): Promise<SettingsVersion | undefined>;
  /** The first version first. */
  list(): Promise<readonly SettingsVersion[]>;
  /** Adds a version together with its journal entry, or neither: false when there is another of its number. */
  add(version: SettingsVersion, entry: JournalEntry): Promise<boolean>;
}
