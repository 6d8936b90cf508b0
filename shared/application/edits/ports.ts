import type { Budget, BudgetTerms } from '../../domain/budgets/budget.ts';
import type { BudgetVersion, EditWay } from '../../domain/budgets/budget-version.ts';
import type { Grant } from '../../domain/budgets/exemption.ts';
import type { Scope } from '../../domain/budgets/scope.ts';
import type { WindowKind } from '../../domain/budgets/window.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import type { RecordVersion } from '../../domain/records/direct-edit.ts';
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

/** One edit of one budget, with the version it was made on: 0 for a budget that was not there. */
export interface BudgetEdit {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly seenVersion: number;
  /** The one that the edit makes: past the one that was seen and the last of the history. */
  readonly version: number;
  readonly way: EditWay;
  /** Absent: the budget is removed. */
  readonly terms?: BudgetTerms;
}

/** The key of a row of the budgets table, as it stands there. */
export interface BudgetRowKey {
  readonly scope: string;
  readonly window: string;
}

/** A row of the budgets table that cannot be read as a budget; scope and window are as they stand there. */
export interface InvalidBudget extends BudgetRowKey {
  readonly problem: string;
  /** The version that the row carries, 0 for none; absent where that cannot be read either. */
  readonly seenVersion?: number;
  /** The last valid version, which is in force in the place of the row; absent where there never was one. */
  readonly lastValid?: Budget;
}

/** A row as it stands in the budgets table. */
type FoundRow =
  | { readonly kind: 'none' }
  | { readonly kind: 'budget'; readonly budget: Budget }
  | { readonly kind: 'invalid'; readonly invalid: InvalidBudget };

/** A version that somebody made with other tools, and the version that the row carries: 0 for none. */
export interface DirectEdit {
  readonly version: BudgetVersion;
  readonly seenVersion: number;
}

/** The budgets table, which admins may also edit by hand, and every version that its budgets ever had. */
export interface BudgetStore {
  /**
   * Rows that are not valid are reported and never guessed at; the last valid version of such a row, where there is
   * one, is among the budgets.
   */
  list(): Promise<{ readonly budgets: readonly Budget[]; readonly invalid: readonly InvalidBudget[] }>;
  /** One row as it stands, and the last version of it. */
  find(key: BudgetRowKey): Promise<{ readonly row: FoundRow; readonly last?: BudgetVersion }>;
  /** Every version of one budget, or of all: by scope and window, the first version first. */
  listVersions(key?: BudgetRowKey): Promise<readonly BudgetVersion[]>;
  /**
   * Makes one edit together with its version and its journal entry, or none of them. Raises StaleRecordError when the
   * version moved. An edit that was made already (same terms, same author, a later version) is taken as done.
   */
  edit(edit: BudgetEdit, author: Author, entry: JournalEntry): Promise<void>;
  /**
   * Takes up an edit that was made directly: the row gets its version and author and keeps its terms, together with
   * the version and the journal entry, or none of them. Raises StaleRecordError when the row or its versions moved.
   */
  adopt(edit: DirectEdit, entry: JournalEntry): Promise<void>;
}

/** A row under a key, and the last version of it. */
export interface FoundRecord<Record> {
  readonly row: { readonly kind: 'none' | 'invalid' } | { readonly kind: 'record'; readonly record: Record };
  readonly last?: RecordVersion<Record>;
}

/** A version that somebody made with other tools, and the version that the row carries: 0 for none. */
export interface AdoptedEdit<Key, Record> {
  readonly key: Key;
  readonly seenVersion: number;
  /** With the record as it stands once it has its version. */
  readonly made: RecordVersion<Record>;
}

/** A version, and of which record. */
export interface VersionOf<Key, Record> extends RecordVersion<Record> {
  readonly key: Key;
}

/** What direct edits of a table are adopted with. */
export interface AdoptingStore<Key, Record> {
  /** One row as it stands, and the last version of it. */
  find(key: Key): Promise<FoundRecord<Record>>;
  /**
   * Adopts an edit that was made directly: the row gets its version and author and keeps its terms, together with the
   * version and the journal entry, or none of them. Raises StaleRecordError when the row or its versions moved.
   */
  adopt(edit: AdoptedEdit<Key, Record>, entry: JournalEntry): Promise<void>;
  /** Every version of every record of the kind: by key, the first version first. */
  listVersions(): Promise<readonly VersionOf<Key, Record>[]>;
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
  /** Exemptions, then top-ups, by id. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly grants: readonly Grant[]; readonly invalid: readonly InvalidGrant[] }>;
  /**
   * Writes a grant of version 1 where none is, or the next version of one, together with that version and its journal
   * entry, whose actor is its author, or none of them. Raises StaleRecordError when the version moved. A write that was made already is taken as done.
   */
  put(grant: Grant, entry: JournalEntry): Promise<void>;
}

/** One edit of one team, with the version it was made on: 0 for a team that was not there. */
export interface TeamEdit {
  readonly name: string;
  readonly seenVersion: number;
  /** The one that the edit makes: past the one that was seen and the last of the history. */
  readonly version: number;
  readonly way: EditWay;
  /** Absent: the team is removed. */
  readonly terms?: TeamTerms;
}

/** The teams table, which admins may also edit by hand. */
export interface TeamStore extends AdoptingStore<TeamKey, Team> {
  /** In the order of teams. Rows that are not valid are reported and never guessed at. */
  list(): Promise<{ readonly teams: readonly Team[]; readonly invalid: readonly InvalidTeam[] }>;
  /**
   * Makes one edit together with its version and its journal entry, or none of them. Raises StaleRecordError when the
   * version moved. An edit that was made already (same terms, same author, a later version) is taken as done.
   */
  edit(edit: TeamEdit, author: Author, entry: JournalEntry): Promise<void>;
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
