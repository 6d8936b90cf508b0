import type { TableAction, TableGrant, TableKey } from '../../contract/tables.ts';

type Action = TableAction extends `dynamodb:${infer Name}` ? Name : never;
type Granted = TableKey | `${TableKey}/open`;

const adopted = ['ConditionCheckItem', 'GetItem', 'UpdateItem'] as const;
const recordsListed = { records: ['Query'] } as const;
const readPages = { pages: ['PutItem', 'Query'] } as const;

/**
 * What each store needs of the tables, by its name and, where a job needs less than all of it or more than most, what
 * for. A transaction needs the actions of its parts.
 */
const storeGrants = {
  alerts: { alerts: ['BatchGetItem', 'PutItem', 'UpdateItem'], 'alerts/open': ['Query'] },
  'budgets.adopt': { budgets: adopted, versions: ['PutItem', 'Query'], journal: ['GetItem', 'PutItem'] },
  // A row that cannot be read is looked up in its versions.
  'budgets.list': { budgets: ['Scan'], versions: ['Query'] },
  computers: { computers: ['DeleteItem', 'PutItem', 'Scan'] },
  'computers.read': { computers: ['Scan'] },
  'decisions.read': { controls: ['GetItem', 'Query'] },
  digests: { runs: ['PutItem', 'Query'] },
  evidence: { evidence: ['PutItem', 'Query'] },
  'evidence.head': { evidence: ['Query'] },
  'fleet.list': recordsListed,
  'grants.adopt': { grants: adopted },
  'grants.list': { grants: ['Query'] },
  'hints.list': { hooks: ['Query'] },
  invitations: { requests: ['Query', 'UpdateItem'] },
  journal: { journal: ['PutItem'] },
  'journal.list': { journal: ['PutItem', 'Query'] },
  knownSessions: { sessions: ['BatchWriteItem', 'PutItem', 'Query'] },
  leases: { leases: ['GetItem', 'PutItem', 'UpdateItem'] },
  'leases.tampered': { leases: ['GetItem', 'PutItem', 'Scan', 'UpdateItem'] },
  ledger: { ledger: ['BatchGetItem', 'PutItem', 'Query'] },
  'ledger.read': { ledger: ['BatchGetItem', 'Query'] },
  limits: { limits: ['PutItem', 'Scan'] },
  'limits.list': { limits: ['Scan'] },
  live: { live: ['BatchWriteItem', 'GetItem', 'PutItem', 'Query'] },
  'live.state': { live: ['GetItem'] },
  metricsPages: readPages,
  outbox: { outbox: ['GetItem', 'PutItem'], 'outbox/open': ['Query'] },
  'outbox.send': { outbox: ['GetItem', 'PutItem', 'UpdateItem'], 'outbox/open': ['Query'] },
  plans: { plans: ['GetItem', 'PutItem'] },
  'plans.latest': { plans: ['GetItem'] },
  readiness: { readiness: ['DeleteItem', 'GetItem', 'PutItem', 'Query'] },
  'readiness.list': { readiness: ['Query'] },
  'readinessTargets.list': recordsListed,
  recipients: { recipients: ['GetItem', 'PutItem', 'Scan'] },
  'recipients.list': { recipients: ['Scan'] },
  requests: { requests: ['Query', 'UpdateItem'] },
  // No batches of writes: that action allows removal, too.
  revisions: { revisions: ['BatchGetItem', 'PutItem', 'Query'] },
  'revisions.read': { revisions: ['Query'] },
  rosterPages: readPages,
  runs: { runs: ['BatchGetItem', 'PutItem'] },
  'runs.list': { runs: ['BatchGetItem', 'PutItem', 'Query'] },
  'sessionPolicies.list': recordsListed,
  'teams.adopt': { teams: adopted },
  'teams.list': { teams: ['Scan'] },
  users: { users: ['BatchWriteItem', 'Scan'] },
  'users.list': { users: ['Scan'] },
  watchState: { controls: ['GetItem', 'PutItem', 'Query'] },
  'watchState.read': { controls: ['GetItem', 'Query'] },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Granted, readonly Action[]>>>>>;

/** A store as a job needs it: `budgets.list`. */
export type StoreAccess = keyof typeof storeGrants;

/** The stores of a job, by the names of its ports. */
export type StorePorts = Readonly<Record<string, StoreAccess>>;

/** The tables that the stores of a job need. */
export type TableOfPorts<Ports extends StorePorts> = {
  readonly [Port in keyof Ports]: keyof (typeof storeGrants)[Ports[Port]] extends infer Key
    ? Key extends `${infer Table extends TableKey}/open`
      ? Table
      : Key
    : never;
}[keyof Ports];

/** What the stores of a job need of the tables, each table and index once. */
export function grantsOf(ports: StorePorts): readonly TableGrant[] {
  const needed = Object.values(ports).flatMap((access) =>
    Object.entries<readonly Action[]>(storeGrants[access]).flatMap(([key, actions]) =>
      actions.map((action) => [key, `dynamodb:${action}` as const] as const),
    ),
  );
  return [...Map.groupBy(needed, ([key]) => key)].map(([key, pairs]) => {
    const [table, index] = key.split('/') as [TableKey, 'open'?];
    return { table, ...(index && { index }), actions: [...new Set(pairs.map(([, action]) => action))].toSorted() };
  });
}

/** What every watcher has of the tables: its lease, records of its runs, and somebody to notify. */
export const watcherStores = {
  leases: 'leases',
  runs: 'runs',
  journal: 'journal',
  alerts: 'alerts',
  outbox: 'outbox',
  recipients: 'recipients.list',
} as const satisfies StorePorts;

/** What says where each person's budget stands. */
export const snapshotStores = {
  budgets: 'budgets.list',
  teams: 'teams.list',
  grants: 'grants.list',
  ledger: 'ledger.read',
  users: 'users.list',
  limits: 'limits.list',
} as const satisfies StorePorts;
