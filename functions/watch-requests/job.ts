import { type JobDeclaration, snapshotTables } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { enforcementSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'requests',
  folder: 'watch-requests',
  purpose:
    'Notifies approvers of requests for credits, whoever asked of the decision, and people who are invited to connect a hook',
  // For mails whose recipients have quiet hours.
  schedules: [{ name: 'hourly', minute: '20', hour: '*' }],
  streams: { rows: 'changed', of: ['requests'], whenBehind: 'approvers hear late of requests for credits' },
  // It plans what a request would give, as a run of limits does.
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 120 },
  tables: [
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
    { table: 'journal', actions: ['dynamodb:PutItem'] },
    { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'outbox', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'recipients', actions: ['dynamodb:Scan'] },
    ...snapshotTables,
    { table: 'requests', actions: ['dynamodb:Query', 'dynamodb:UpdateItem'] },
  ],
  settings: [...enforcementSettings, 'fourEyes', 'roles'],
  recordsRuns: true,
  journal: ['run-finished'],
  emits: [],
  reports: ['request', 'hook-invitation'],
} as const satisfies JobDeclaration;
