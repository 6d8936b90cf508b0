import type { BudgetKey, BudgetTerms } from '../../../../budgets/budget.ts';
import { budgetRecord } from '../../../../budgets/contract/budget.ts';
import { formatScope, parseScope, type Scope } from '../../../../budgets/scope.ts';
import { windowKinds } from '../../../../budgets/window.ts';
import { formatStoredGrant, readStoredGrant } from '../../../../grants/contract/grant.ts';
import type { Grant } from '../../../../grants/exemption.ts';
import { readTeam, storedTeams } from '../../../../teams/contract/team-rows.ts';
import type { Team, TeamTerms } from '../../../../teams/team.ts';
import { sortedBy } from '../../../texts/compare-text.ts';
import { recordOfVersion, type RecordVersion, type VersionOf } from '../../record-edit.ts';
import type { NameKey } from '../../record-kind.ts';
import type { TableRow } from './stored-record.ts';
import { settingsPartition, StoredVersionRow, versionText } from './stored-version.ts';

/** The partition prefix of records in the budget versions' table; no scope has this name. */
const prefix = 'record#';

const grantKinds = ['exemption', 'top-up'] as const satisfies readonly Grant['kind'][];

export interface VersionedRows<Key, Kept, VersionKey = Key> {
  readonly isOf: (partition: string) => boolean;
  /** Undefined: this version of Curfew cannot read the key. */
  readonly keyOf: (partition: string) => VersionKey | undefined;
  readonly partitionOf: (key: Key) => string;
  readonly format: (record: Kept) => TableRow;
  readonly read: (row: TableRow) => Kept | undefined;
}

interface BudgetRowKey {
  readonly scope: Scope | string;
  readonly window: string;
}

/** Budgets came first: their partitions, such as `org#month`, have no prefix. */
export const budgetVersions: VersionedRows<BudgetRowKey, BudgetTerms, BudgetKey> = {
  isOf: (partition) => partition !== settingsPartition && !partition.startsWith(prefix),
  keyOf(partition) {
    // A scope may hold a `#`, a window never does.
    const end = partition.lastIndexOf('#');
    return budgetKeyIn({ scope: partition.slice(0, Math.max(0, end)), window: partition.slice(end + 1) });
  },
  partitionOf: ({ scope, window }) => `${scopeText(scope)}#${window}`,
  format: (terms) => budgetRecord.format(terms),
  read(row) {
    const read = budgetRecord.parse(row);
    return read.kind === 'terms' ? read.terms : undefined;
  },
};

/** The key of a row; undefined when this version of Curfew cannot read it. */
export function budgetKeyIn(key: BudgetRowKey): BudgetKey | undefined {
  const scope = parseScope(scopeText(key.scope));
  const window = windowKinds.find((kind) => kind === key.window);
  return scope !== undefined && window !== undefined ? { scope, window } : undefined;
}

export function scopeText(scope: Scope | string): string {
  return typeof scope === 'string' ? scope : formatScope(scope);
}

export const teamVersions: VersionedRows<NameKey, Team> = {
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

/** The version of a team edit, which holds the team like its row. */
export function teamVersion(edit: RecordVersion<TeamTerms>): RecordVersion<Team> {
  const { version, by, at, way } = edit;
  const terms = recordOfVersion(edit);
  return { version, by, at, way, terms };
}

export function formatRecordVersion<Key, Kept>(
  rows: Pick<VersionedRows<Key, Kept>, 'partitionOf' | 'format'>,
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

/** A kind's versions among all rows of the table; `broken` throws for an unreadable one. */
export function readKindVersions<Key, Kept, VersionKey>(
  rows: VersionedRows<Key, Kept, VersionKey>,
  items: readonly TableRow[],
  broken: (row: TableRow) => Error,
): readonly VersionOf<VersionKey, Kept>[] {
  const placed = items.map((row) => ({ row, partition: String(row['budget']) }));
  const ofKind = placed.filter(({ partition }) => rows.isOf(partition));
  const ordered = sortedBy(ofKind, ({ row, partition }) => `${partition} ${String(row['version'])}`);
  return ordered.map(({ row, partition }) => {
    const version = readRecordVersion(rows, row);
    const key = rows.keyOf(partition);
    if (version === undefined || key === undefined) {
      throw broken(row);
    }
    return { ...version, key };
  });
}

/** Reads a version row; undefined when this version of Curfew cannot read it. */
export function readRecordVersion<Kept>(
  { read }: Pick<VersionedRows<never, Kept>, 'read'>,
  row: TableRow,
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
