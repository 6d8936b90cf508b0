import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';

export const job = {
  name: 'digest',
  folder: 'send-digest',
  purpose: 'Writes the weekly digest to those who lead, at the weekday and hour of the settings',
  // Every hour, since when it is due is a setting, and it waits for figures; at other hours it does nothing.
  schedules: [{ name: 'hourly', minute: '0', hour: '*' }],
  limits: { memoryMb: 2048, timeSeconds: 900 },
  tables: [
    { table: 'budgets', actions: ['dynamodb:Scan'] },
    { table: 'versions', actions: ['dynamodb:Query'] },
    { table: 'teams', actions: ['dynamodb:Scan'] },
    { table: 'grants', actions: ['dynamodb:Query'] },
    { table: 'ledger', actions: ['dynamodb:Query'] },
    { table: 'users', actions: ['dynamodb:Scan'] },
    { table: 'limits', actions: ['dynamodb:Scan'] },
    { table: 'revisions', actions: ['dynamodb:BatchGetItem', 'dynamodb:Query'] },
    { table: 'controls', actions: ['dynamodb:GetItem', 'dynamodb:Query'] },
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'outbox', actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'recipients', actions: ['dynamodb:Scan'] },
  ],
  secrets: ['platform-key'],
  settings: true,
  byHand: {
    by: 'approver',
    help: 'write the weekly digest, unless that of this week is written already',
    dryRunHelp: 'only print what it would say',
  },
  recordsRuns: true,
  journal: [],
  emits: [],
  reports: ['digest'],
} as const satisfies JobDeclaration;
