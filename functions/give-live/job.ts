import {
  type JobDeclaration,
  snapshotTables,
  watcherTables,
} from '../../shared/kernel/runs/contract/job-declaration.ts';
import { enforcementSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'live',
  folder: 'give-live',
  purpose: 'Reads every hour what all sessions have used, and gives credits that are provably free to those who work',
  // Shortly before the hour: where a day begins is marked by the last reading before it.
  schedules: [{ name: 'hourly', minute: '50', hour: '*' }],
  // An active person who is running low does not wait for the hour; a storm of events starts no more than this.
  hookReports: { everyMinutes: 10 },
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 300 },
  tables: [
    ...watcherTables,
    ...snapshotTables.filter(({ table }) => table !== 'limits'),
    { table: 'limits', actions: ['dynamodb:Scan', 'dynamodb:PutItem'] },
    { table: 'plans', actions: ['dynamodb:GetItem'] },
    { table: 'hooks', actions: ['dynamodb:Query'] },
    { table: 'computers', actions: ['dynamodb:Scan'] },
    { table: 'live', actions: ['dynamodb:BatchWriteItem', 'dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  calls: [
    'GET /api/v0/sessions',
    'GET /api/v0/sessions/{sessionId}',
    // Who signed in today, where that decides anything.
    'GET /api/v0/organization/users',
    'PUT /api/v0/organization/usage/limits/users',
  ],
  secrets: ['reading-key', 'limits-key'],
  settings: enforcementSettings,
  byHand: {
    help: 'read what all sessions have used, and give what is provably free to those who work',
    dryRunHelp: 'only say what is proven: nothing is stored or given',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told', 'cap-changed', 'cap-failed', 'cap-unknown'],
  emits: ['totals-doubted'],
} as const satisfies JobDeclaration;
