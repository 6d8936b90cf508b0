import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';

export const job = {
  name: 'sessions',
  folder: 'watch-sessions',
  purpose: 'Looks every hour for sessions that run away, hang or loop',
  schedules: [{ name: 'hourly', minute: '20', hour: '*' }],
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
    { table: 'sessions', actions: ['dynamodb:BatchWriteItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  secrets: ['platform-key'],
  settings: true,
  byHand: {
    by: 'approver',
    help: 'look for sessions that run away, hang or loop',
    dryRunHelp: 'only say what would be found and done',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told', 'session-acted', 'session-restored'],
  emits: [
    'session-over-ceiling',
    'session-unusual',
    'session-running-long',
    'session-pending-long',
    'session-error-loop',
    'session-action-failed',
  ],
} as const satisfies JobDeclaration;
