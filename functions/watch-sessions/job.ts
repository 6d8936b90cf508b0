import { type JobDeclaration, watcherTables } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { watcherSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'sessions',
  folder: 'watch-sessions',
  purpose: 'Looks every hour for sessions that run away, hang or loop',
  schedules: [{ name: 'hourly', minute: '20', hour: '*' }],
  limits: { memoryMb: 512, timeSeconds: 900, stopEarlySeconds: 300 },
  tables: [
    ...watcherTables,
    { table: 'records', actions: ['dynamodb:Query'] },
    { table: 'sessions', actions: ['dynamodb:BatchWriteItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  calls: [
    'GET /api/v0/sessions',
    'GET /api/v0/sessions/{sessionId}',
    'GET /api/v0/sessions/{sessionId}/messages',
    'PATCH /api/v0/sessions/{sessionId}',
  ],
  secrets: ['reading-key', 'sessions-key'],
  settings: [...watcherSettings, 'sessions'],
  byHand: {
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
