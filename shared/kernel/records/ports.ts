import type { Budget, BudgetKey, BudgetTerms, BudgetVersion } from '../../budgets/budget.ts';
import type { InvalidBudget } from '../../budgets/invalid-budget.ts';
import type { Scope } from '../../budgets/scope.ts';
import type { Grant } from '../../grants/exemption.ts';
import type { InvalidGrant } from '../../grants/grant.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import type { SettingsTerms, SettingsVersion } from '../../settings/settings-record.ts';
import type { InvalidTeam } from '../../teams/team-problems.ts';
import type { Team, TeamTerms } from '../../teams/team.ts';
import type { RecordEdit, RecordVersion, VersionOf } from './record-edit.ts';
import type { Stamp, NameKey } from './record-kind.ts';

/** The editor and the ISO instant of the edit. */
export interface Author {
  readonly name: string;
  readonly at: string;
}

/** The record changed since it was read. */
export class StaleRecordError extends Error {
  override readonly name = 'StaleRecordError';
}

/** The editor may not make this edit; the message says why, and who can. */
export class EditRefusedError extends Error {
  override readonly name = 'EditRefusedError';
}

export interface FoundRecord<Record, Terms = Record> {
  readonly row: { readonly kind: 'none' } | { readonly kind: 'record'; readonly record: Record } | InvalidRow<Record>;
  readonly last?: RecordVersion<Terms>;
}

export interface InvalidRow<Record> {
  readonly kind: 'invalid';
  readonly problem: string;
  /** The row's version, 0 for none; absent when it cannot be read either. */
  readonly seenVersion?: number;
  /** The last valid version, in force instead of the row; absent when there is none. */
  readonly lastValid?: Record;
}

export interface EditedStore<Key, Terms extends Key> {
  find(key: Key): Promise<FoundRecord<Terms & Stamp, Terms>>;
  /**
   * Makes one edit with its version and journal entry, or nothing. Throws StaleRecordError when the version moved.
   * Repeating an edit (same terms, same author, a later version) is a no-op.
   */
  edit(edit: RecordEdit<Key, Terms>, entry: JournalEntry): Promise<void>;
}

/** A store whose rows people may also edit directly in the table. */
export interface AdoptingStore<Key, Terms> {
  /**
   * Adopts a direct edit: the row gets a version and author and keeps its terms, with the version and journal entry, or
   * nothing is written. Throws StaleRecordError when the row or its versions moved.
   */
  adopt(edit: RecordEdit<Key, Terms>, entry: JournalEntry): Promise<void>;
}

/** Records that people edit only by command and file, with every version. */
export interface RecordStore<Key, Terms extends Key> extends EditedStore<Key, Terms> {
  /** By key. Invalid rows are reported, never guessed. */
  list(): Promise<{
    readonly records: readonly (Terms & Stamp)[];
    readonly invalid: readonly { readonly key: string; readonly problem: string }[];
  }>;
  /** Every version of one record or of all, by key, oldest first. */
  listVersions(key?: Key): Promise<readonly VersionOf<string, Terms>[]>;
}

export interface BudgetRowKey {
  readonly scope: Scope | string;
  readonly window: string;
}

/** The budgets table, which admins may also edit by hand, with every version. */
export interface BudgetStore extends EditedStore<BudgetKey, BudgetTerms>, AdoptingStore<BudgetKey, BudgetTerms> {
  /** Invalid rows are reported, never guessed; the last valid version of such a row, if any, is among the budgets. */
  list(): Promise<{ readonly budgets: readonly Budget[]; readonly invalid: readonly InvalidBudget[] }>;
  /** For an invalid row its last valid version is in force. */
  find(key: BudgetRowKey): Promise<FoundRecord<Budget, BudgetTerms>>;
  /** Every version of one budget or of all, by scope and window, oldest first. */
  listVersions(key?: BudgetRowKey): Promise<readonly BudgetVersion[]>;
}

export type GrantKey = Pick<Grant, 'kind' | 'id'>;

export interface GrantStore extends AdoptingStore<GrantKey, Grant> {
  /** Like `EditedStore.edit`, but never removes a grant: an ended one stays. */
  edit(edit: Required<RecordEdit<GrantKey, Grant>>, entry: JournalEntry): Promise<void>;
  find(key: GrantKey): Promise<FoundRecord<Grant>>;
  /** Every version of every grant, by kind and id, oldest first. */
  listVersions(): Promise<readonly VersionOf<GrantKey, Grant>[]>;
  /** Exemptions, then top-ups, by id. Invalid rows are reported, never guessed. */
  list(): Promise<{ readonly grants: readonly Grant[]; readonly invalid: readonly InvalidGrant[] }>;
}

/** The teams table, which admins may also edit by hand. */
export interface TeamStore extends EditedStore<NameKey, TeamTerms>, AdoptingStore<NameKey, TeamTerms> {
  /** By name. Invalid rows are reported, never guessed. */
  list(): Promise<{ readonly teams: readonly Team[]; readonly invalid: readonly InvalidTeam[] }>;
  find(key: NameKey): Promise<FoundRecord<Team>>;
  /** Every version of every team, by name, oldest first. */
  listVersions(): Promise<readonly VersionOf<NameKey, Team>[]>;
}

/** The settings file of an installation on one machine. Admins may also edit it by hand. */
export interface SettingsFile {
  /** Throws an error that names every fault when the file is invalid. */
  read(): SettingsTerms;
  /**
   * Sets the file to `wanted`, keeping comments. The new file is prepared before `note` is called and moved into place
   * after it; when `note` throws, the file stays unchanged. Throws StaleRecordError when the file does not hold `seen`.
   */
  replace(seen: SettingsTerms, wanted: SettingsTerms, note: () => Promise<void>): Promise<void>;
}

export interface SettingsVersions {
  last(): Promise<SettingsVersion | undefined>;
  /** Oldest first. */
  list(): Promise<readonly SettingsVersion[]>;
  /** Adds a version with its journal entry, or neither: false when that version number is taken. */
  add(version: SettingsVersion, entry: JournalEntry): Promise<boolean>;
}

const adopted = ['ConditionCheckItem', 'GetItem', 'UpdateItem'] as const;
const recordsListed = { records: ['Query'] } as const;

export const recordGrants = {
  'budgets.adopt': { budgets: adopted, versions: ['PutItem', 'Query'], journal: ['GetItem', 'PutItem'] },
  // A row that cannot be read is looked up in its versions.
  'budgets.list': { budgets: ['Scan'], versions: ['Query'] },
  'fleet.list': recordsListed,
  'grants.adopt': { grants: adopted },
  'grants.list': { grants: ['Query'] },
  'readinessTargets.list': recordsListed,
  'sessionPolicies.list': recordsListed,
  'teams.adopt': { teams: adopted },
  'teams.list': { teams: ['Scan'] },
} as const;
