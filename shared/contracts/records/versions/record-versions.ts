import type { BudgetTerms } from '../../../domain/budgets/budget.ts';
import type { BudgetVersion } from '../../../domain/budgets/budget-version.ts';
import type { Grant } from '../../../domain/budgets/exemption.ts';
import { parseScope } from '../../../domain/budgets/scope.ts';
import { windowKinds } from '../../../domain/budgets/window.ts';
import type { JournalEntry } from '../../../domain/journal/journal-entry.ts';
import type { RecordVersion } from '../../../domain/records/direct-edit.ts';
import type { Team } from '../../../domain/teams/team.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { budgetRecord } from '../budget.ts';
import { formatStoredGrant, readStoredGrant } from '../grant.ts';
import { settingsPartition, StoredVersionRow, versionText } from './stored-version.ts';
import { readTeam, storedTeams, teamOf } from '../team-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Begins the partitions of records in the table of the versions of budgets: no scope is called that. */
const prefix = 'record#';

const grantKinds = ['exemption', 'top-up'] as const satisfies readonly Grant['kind'][];

/** How the versions of a kind of record are kept. */
export interface VersionedRows<Key, Kept> {
  /** Whether the versions of a record of this kind stand in a partition. */
  readonly isOf: (partition: string) => boolean;
  /** The key of the record whose versions stand in such a partition. */
  readonly keyOf: (partition: string) => Key;
  /** Where the versions of one record stand. */
  readonly partitionOf: (key: Key) => string;
  readonly format: (record: Kept) => Row;
  readonly read: (row: Row) => Kept | undefined;
}

/** The key of a row of the budgets table, as it stands there. */
interface BudgetRowKey {
  readonly scope: string;
  readonly window: string;
}

/** Budgets were the first to have versions here: their partitions, such as `org#month`, begin with nothing of their own. */
export const budgetVersions: VersionedRows<BudgetRowKey, BudgetTerms> = {
  isOf: (partition) => partition !== settingsPartition && !partition.startsWith(prefix),
  keyOf(partition) {
    // A scope may hold a `#`, a window never does.
    const end = partition.lastIndexOf('#');
    return { scope: partition.slice(0, Math.max(0, end)), window: partition.slice(end + 1) };
  },
  partitionOf: ({ scope, window }) => `${scope}#${window}`,
  format: (terms) => budgetRecord.format(terms),
  read(row) {
    const read = budgetRecord.parse(row);
    return read.kind === 'terms' ? read.terms : undefined;
  },
};

/** A version of a budget; undefined where its key is none that this version of Curfew can read. */
export function budgetVersionIn({
  key,
  record: terms,
  ...facts
}: RecordVersion<BudgetTerms> & { readonly key: BudgetRowKey }): BudgetVersion | undefined {
  const scope = parseScope(key.scope);
  const window = windowKinds.find((kind) => kind === key.window);
  const isReadable = scope !== undefined && window !== undefined;
  return isReadable ? { scope, window, ...facts, ...(terms !== undefined && { terms }) } : undefined;
}

export const teamVersions: VersionedRows<Pick<Team, 'name'>, Team> = {
  isOf: (partition) => partition.startsWith(`${prefix}team/`),
  keyOf: (partition) => ({ name: partition.slice(`${prefix}team/`.length) }),
  partitionOf: ({ name }) => `${prefix}team/${name}`,
  format: (team) => storedTeams.format(team),
  read(row) {
    const read = readTeam(row);
    return read.kind === 'team' ? read.team : undefined;
  },
};

export const grantVersions: VersionedRows<Pick<Grant, 'kind' | 'id'>, Grant> = {
  isOf: (partition) => grantKinds.some((kind) => partition.startsWith(`${prefix}${kind}/`)),
  keyOf(partition) {
    const [kind = 'top-up'] = grantKinds.filter((each) => partition.startsWith(`${prefix}${each}/`));
    return { kind, id: partition.slice(`${prefix}${kind}/`.length) };
  },
  partitionOf: ({ kind, id }) => `${prefix}${kind}/${id}`,
  format: formatStoredGrant,
  read(row) {
    const read = readStoredGrant(row);
    return read.kind === 'grant' ? read.grant : undefined;
  },
};

/** A row under a key, as its kind reads it. */
export function foundRow<Kept>(
  { read }: Pick<VersionedRows<never, Kept>, 'read'>,
  row: Row | undefined,
): { readonly kind: 'none' | 'invalid' } | { readonly kind: 'record'; readonly record: Kept } {
  const record = row === undefined ? undefined : read(row);
  if (record === undefined) {
    return { kind: row === undefined ? 'none' : 'invalid' };
  }
  return { kind: 'record', record };
}

/** The version that an edit of a team makes. */
export function versionOfTeamEdit(
  edit: Parameters<typeof teamOf>[0] & Pick<RecordVersion<Team>, 'way'>,
  author: Parameters<typeof teamOf>[1],
): RecordVersion<Team> {
  const record = teamOf(edit, author);
  const facts = { version: edit.version, by: author.name, at: author.at, way: edit.way };
  return record === undefined ? facts : { ...facts, record };
}

/** The version that writing a grant makes, by whoever its journal entry names. */
export function versionOfGrant(record: Grant, { actor, at }: Pick<JournalEntry, 'actor' | 'at'>): RecordVersion<Grant> {
  return { version: record.version, by: actor, at, way: 'command', record };
}

/** The row that stands for a version. */
export function formatRecordVersion<Key, Kept>(
  rows: VersionedRows<Key, Kept>,
  key: Key,
  { version, record, ...facts }: RecordVersion<Kept>,
): Readonly<{ budget: string; version: string } & Record<string, unknown>> {
  return {
    budget: rows.partitionOf(key),
    version: versionText(version),
    ...facts,
    ...(record !== undefined && { terms: rows.format(record) }),
  };
}

/** Reads the versions of a kind among all rows of the table, each with its record; `broken` raises for one that cannot be read. */
export function readKindVersions<Key, Kept>(
  rows: VersionedRows<Key, Kept>,
  items: readonly Row[],
  broken: (row: Row) => Error,
): readonly (RecordVersion<Kept> & { readonly key: Key })[] {
  const placed = items.map((row) => ({ row, partition: String(row['budget']) }));
  const ofKind = placed.filter(({ partition }) => rows.isOf(partition));
  const ordered = sortedBy(ofKind, ({ row, partition }) => `${partition} ${String(row['version'])}`);
  return ordered.map(({ row, partition }) => {
    const version = readRecordVersion(rows, row);
    if (version === undefined) {
      throw broken(row);
    }
    return { ...version, key: rows.keyOf(partition) };
  });
}

/** Reads such a row; undefined where it is none that this version of Curfew can read. */
export function readRecordVersion<Kept>(
  { read }: Pick<VersionedRows<never, Kept>, 'read'>,
  row: Row,
): RecordVersion<Kept> | undefined {
  const { data } = StoredVersionRow.safeParse(row);
  if (data === undefined) {
    return undefined;
  }
  const { version, by, at, way, terms } = data;
  const record = terms === undefined ? undefined : read(terms);
  const facts = { version: Number(version), by, at, way };
  if (record === undefined) {
    return terms === undefined ? facts : undefined;
  }
  return { ...facts, record };
}
