import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';

export const job = {
  name: 'computers',
  folder: 'watch-computers',
  purpose: 'Looks every quarter of an hour at the computers of the fleet list, and creates and retries what is allowed',
  schedules: [{ name: 'every-15-minutes', minute: '*/15', hour: '*' }],
  limits: { memoryMb: 512, timeSeconds: 900 },
  tables: [
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
    { table: 'journal', actions: ['dynamodb:PutItem'] },
    { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'outbox', actions: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:PutItem'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'recipients', actions: ['dynamodb:Scan'] },
    { table: 'records', actions: ['dynamodb:Query'] },
    { table: 'computers', actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:Scan'] },
  ],
  secrets: ['platform-key'],
  settings: true,
  byHand: {
    by: 'approver',
    help: 'look at the computers of the fleet list, and create and retry what is allowed',
    dryRunHelp: 'only say what would be found and done',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told', 'computer-action'],
  emits: [
    'computer-missing',
    'computer-failed',
    'computer-hangs',
    'computer-unknown',
    'computer-unlisted',
    'fleet-list',
  ],
} as const satisfies JobDeclaration;
