import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';
import { standingTables, watcherTables } from '../../shared/contracts/watcher-tables.ts';

export const job = {
  name: 'live',
  folder: 'give-live',
  purpose: 'Reads every hour what all sessions have used, and compares it with what is billed',
  // Shortly before the hour: where a day begins is marked by the last reading before it.
  schedules: [{ name: 'hourly', minute: '50', hour: '*' }],
  limits: { memoryMb: 2048, timeSeconds: 900 },
  tables: [
    ...watcherTables,
    ...standingTables,
    { table: 'computers', actions: ['dynamodb:Scan'] },
    { table: 'live', actions: ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  calls: ['GET /api/v0/sessions', 'GET /api/v0/sessions/{sessionId}'],
  secrets: ['reading-key'],
  settings: true,
  byHand: {
    help: 'read what all sessions have used, and compare it with what is billed',
    dryRunHelp: 'only say what is proven: nothing is stored',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['totals-doubted'],
} as const satisfies JobDeclaration;
