import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';

export const job = {
  name: 'roster',
  folder: 'watch-roster',
  purpose: 'Looks every day who joined, left, looks like somebody else or holds a large limit without using it',
  // After the night, and most of the hours in which it is tried again.
  schedules: [{ name: 'daily', minute: '45', hour: '6' }],
  limits: { memoryMb: 2048, timeSeconds: 900 },
  tables: [
    { table: 'budgets', actions: ['dynamodb:Scan'] },
    { table: 'versions', actions: ['dynamodb:Query'] },
    { table: 'teams', actions: ['dynamodb:Scan'] },
    { table: 'grants', actions: ['dynamodb:Query'] },
    { table: 'ledger', actions: ['dynamodb:Query'] },
    { table: 'users', actions: ['dynamodb:Scan'] },
    { table: 'limits', actions: ['dynamodb:Scan'] },
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'journal', actions: ['dynamodb:PutItem'] },
    { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'outbox', actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'recipients', actions: ['dynamodb:Scan'] },
  ],
  settings: true,
  byHand: {
    by: 'approver',
    help: 'look who joined, left, looks like somebody else or holds a large limit without using it',
    dryRunHelp: 'only say what would be found',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['look-alike-users', 'idle-limits'],
  reports: ['roster'],
} as const satisfies JobDeclaration;
