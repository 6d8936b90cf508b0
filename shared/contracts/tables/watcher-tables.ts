import type { JobDeclaration } from '../jobs/job-declaration.ts';

type Access = JobDeclaration['tables'];

/** What every watcher does with the tables of its notifications. */
export const notificationTables = [
  { table: 'journal', actions: ['dynamodb:PutItem'] },
  { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
  { table: 'outbox', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
  { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
  { table: 'recipients', actions: ['dynamodb:Scan'] },
] as const satisfies Access;

/** The same with its lease and the records of its runs; each watcher adds tables of its own. */
export const watcherTables = [
  { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
  { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
  ...notificationTables,
] as const satisfies Access;

/** What is read of the tables that say how everybody stands. */
export const snapshotTables = [
  { table: 'budgets', actions: ['dynamodb:Scan'] },
  { table: 'versions', actions: ['dynamodb:Query'] },
  { table: 'teams', actions: ['dynamodb:Scan'] },
  { table: 'grants', actions: ['dynamodb:Query'] },
  { table: 'ledger', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
  { table: 'users', actions: ['dynamodb:Scan'] },
  { table: 'limits', actions: ['dynamodb:Scan'] },
] as const satisfies Access;
