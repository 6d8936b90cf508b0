import { channelGrants } from '../../../channels/ports.ts';
import { computerGrants } from '../../../computers/ports.ts';
import { controlsGrants } from '../../../controls/ports.ts';
import { digestGrants } from '../../../digest/ports.ts';
import { enforcementGrants } from '../../../enforcement/ports.ts';
import { hookGrants } from '../../../hook/ports.ts';
import { liveGrants } from '../../../live/ports.ts';
import { mailGrants } from '../../../mail/ports.ts';
import { alertGrants } from '../../../notifications/ports.ts';
import { readinessGrants } from '../../../readiness/ports.ts';
import { requestGrants } from '../../../requests/ports.ts';
import { sessionGrants } from '../../../sessions/ports.ts';
import type { TableAction, TableGrant, TableKey } from '../../contract/tables.ts';
import { recordGrants } from '../../records/ports.ts';
import { runGrants } from '../ports.ts';

type Action = TableAction extends `dynamodb:${infer Name}` ? Name : never;

/**
 * What each store needs of the tables, by its name and, where a job needs less than all of it or more than most, what
 * for. A transaction needs the actions of its parts. Declared beside the ports.
 */
const storeGrants = {
  ...recordGrants,
  ...runGrants,
  ...alertGrants,
  ...mailGrants,
  ...channelGrants,
  ...controlsGrants,
  ...computerGrants,
  ...digestGrants,
  ...hookGrants,
  ...sessionGrants,
  ...enforcementGrants,
  ...liveGrants,
  ...readinessGrants,
  ...requestGrants,
} satisfies Readonly<Record<string, Readonly<Partial<Record<TableKey | `${TableKey}/open`, readonly Action[]>>>>>;

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
