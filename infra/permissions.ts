import type { jobList, streamJobList } from '../shared/contracts/job-list.ts';
import type { tableDefinitions, TableKey } from '../shared/contracts/tables.ts';

export type FunctionFolder = (typeof jobList | typeof streamJobList)[number]['functionFolder'];

export type TableAction =
  | 'dynamodb:BatchGetItem'
  | 'dynamodb:BatchWriteItem'
  | 'dynamodb:ConditionCheckItem'
  | 'dynamodb:DeleteItem'
  | 'dynamodb:GetItem'
  | 'dynamodb:PutItem'
  | 'dynamodb:Query'
  | 'dynamodb:Scan'
  | 'dynamodb:UpdateItem';

export interface TableGrant {
  readonly table: TableKey;
  /** Absent: the table itself. */
  readonly index?: (typeof tableDefinitions)['outbox']['sparseIndex']['name'];
  readonly actions: readonly TableAction[];
}

/** What one function may do. What is not said here is refused. */
export interface Permissions {
  readonly tables: readonly TableGrant[];
  /** It may read the platform's key. */
  readonly platformKey: boolean;
  /** It may read the key by which secrets are told apart without being kept. */
  readonly fingerprintKey?: true;
  /** It may start the function that sets limits. */
  readonly enforcing?: true;
  /** It may send mail as the organization's sender. */
  readonly mail: boolean;
}

/** Least privilege: a transaction needs the actions of its parts, and a condition none of its own. */
export const permissions: Readonly<Record<FunctionFolder, Permissions>> = {
  'enforce-budgets': {
    tables: [
      { table: 'budgets', actions: ['dynamodb:Scan'] },
      { table: 'versions', actions: ['dynamodb:Query'] },
      { table: 'teams', actions: ['dynamodb:Scan'] },
      { table: 'grants', actions: ['dynamodb:Query'] },
      { table: 'ledger', actions: ['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:BatchGetItem'] },
      { table: 'users', actions: ['dynamodb:Scan', 'dynamodb:BatchWriteItem'] },
      { table: 'limits', actions: ['dynamodb:Scan', 'dynamodb:PutItem'] },
      { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
      { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
      { table: 'plans', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
      { table: 'pages', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
      { table: 'journal', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
      { table: 'outbox', actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] },
      { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
      { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
      { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
      { table: 'recipients', actions: ['dynamodb:Scan'] },
      // For the head of the chain, which the summary tells.
      { table: 'evidence', actions: ['dynamodb:Query'] },
    ],
    platformKey: true,
    mail: false,
  },
  // What follows from edits, the enforcing function does.
  'watch-edits': {
    tables: [
      { table: 'budgets', actions: ['dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'] },
      { table: 'versions', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
      { table: 'journal', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
    ],
    platformKey: false,
    mail: false,
    enforcing: true,
  },
  'watch-controls': {
    tables: [
      { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
      { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
      { table: 'journal', actions: ['dynamodb:PutItem'] },
      { table: 'outbox', actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] },
      { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
      { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
      { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
      { table: 'recipients', actions: ['dynamodb:Scan'] },
      // No batches of writes: whoever may write one may remove with it.
      { table: 'revisions', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
      {
        table: 'controls',
        actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'],
      },
      { table: 'evidence', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
    ],
    platformKey: true,
    fingerprintKey: true,
    mail: false,
  },
  // The only one that may send mail, and it may read no key: what it sends stands in the outbox.
  'deliver-mails': {
    tables: [
      { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
      { table: 'outbox', actions: ['dynamodb:GetItem', 'dynamodb:UpdateItem'] },
      { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    ],
    platformKey: false,
    mail: true,
  },
  // It reads no mail, sends none, and knows no key: what comes back says all that it notes.
  'watch-mail': {
    tables: [
      { table: 'journal', actions: ['dynamodb:PutItem'] },
      { table: 'recipients', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Scan'] },
    ],
    platformKey: false,
    mail: false,
  },
};
