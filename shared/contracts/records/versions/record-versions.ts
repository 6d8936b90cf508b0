import type { BudgetTerms, BudgetVersion } from '../../../domain/budgets/budget.ts';
import type { Grant } from '../../../domain/budgets/exemption.ts';
import { formatScope, parseScope, type Scope } from '../../../domain/budgets/scope.ts';
import { windowKinds } from '../../../domain/budgets/window.ts';
import { recordOfVersion, type RecordVersion, type VersionOf } from '../../../domain/records/record-edit.ts';
import type { Team, TeamTerms } from '../../../domain/teams/team.ts';
import { sortedBy } from '../../../domain/texts/compare-text.ts';
import { budgetRecord } from '../budget.ts';
import { formatStoredGrant, readStoredGrant } from '../grant.ts';
import { readTeam, storedTeams } from '../team-rows.ts';
import { settingsPartition, StoredVersionRow, versionText } from './stored-version.ts';

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

/** The key of a row of the budgets table, as it stands there or read. */
interface BudgetRowKey {
  readonly scope: Scope | string;
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
  partitionOf: ({ scope, window }) => `${scopeText(scope)}#${window}`,
  format: (terms) => budgetRecord.format(terms),
  read(row) {
    const read = budgetRecord.parse(row);
    return read.kind === 'terms' ? read.terms : undefined;
  },
};

/** A version of a budget; undefined where its key is none that this version of Curfew can read. */
export function budgetVersionIn({ key, ...made }: VersionOf<BudgetRowKey, BudgetTerms>): BudgetVersion | undefined {
  const scope = parseScope(scopeText(key.scope));
  const window = windowKinds.find((kind) => kind === key.window);
  const isReadable = scope !== undefined && window !== undefined;
  return isReadable ? { scope, window, ...made } : undefined;
}

function scopeText(scope: Scope | string): string {
  return typeof scope === 'string' ? scope : formatScope(scope);
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

/** The version that an edit of a team makes, which holds the team as its row does. */
export function teamVersion(edit: RecordVersion<TeamTerms>): RecordVersion<Team> {
  const { version, by, at, way } = edit;
  const terms = recordOfVersion(edit);
  return { version, by, at, way, terms };
}

/** The row that stands for a version. */
export function formatRecordVersion<Key, Kept>(
  rows: VersionedRows<Key, Kept>,
  key: Key,
  { version, by, at, way, terms }: RecordVersion<Kept>,
): Readonly<{ budget: string; version: string } & Record<string, unknown>> {
  return {
    budget: rows.partitionOf(key),
    version: versionText(version),
    by,
    at,
    way,
    terms: terms === undefined ? undefined : rows.format(terms),
  };
}

/** Reads the versions of a kind among all rows of the table, each with its record; `broken` raises for one that cannot be read. */
export function readKindVersions<Key, Kept>(
  rows: VersionedRows<Key, Kept>,
  items: readonly Row[],
  broken: (row: Row) => Error,
): readonly VersionOf<Key, Kept>[] {
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
  const { version, by, at, way } = data;
  const facts = { version: Number(version), by, at, way };
  if (data.terms === undefined) {
    return facts;
  }
  const terms = read(data.terms);
  return terms === undefined ? undefined : { ...facts, terms };
}
