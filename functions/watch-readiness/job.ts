import { type JobDeclaration, watcherTables } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { watcherSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'readiness',
  folder: 'watch-readiness',
  purpose: 'Reads the readiness reports every day, and reports what fell and which targets are missed',
  schedules: [{ name: 'daily', minute: '40', hour: '5' }],
  // The first reading of 2,000 repositories keeps the newest reports of each branch in memory.
  limits: { memoryMb: 1024, timeSeconds: 900, stopEarlySeconds: 300 },
  tables: [
    ...watcherTables,
    { table: 'records', actions: ['dynamodb:Query'] },
    { table: 'readiness', actions: ['dynamodb:DeleteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  calls: ['GET /api/organization/maturity-level-reports'],
  secrets: ['reading-key'],
  settings: [...watcherSettings, 'readiness'],
  byHand: {
    help: 'read the readiness reports, and report what fell and which targets are missed',
    dryRunHelp: 'only say what would be found',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['readiness-regression', 'readiness-in-doubt', 'readiness-target', 'readiness-reading'],
} as const satisfies JobDeclaration;
