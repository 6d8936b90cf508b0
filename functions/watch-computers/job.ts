import { type JobDeclaration, watcherTables } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { watcherSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'computers',
  folder: 'watch-computers',
  purpose: 'Looks every quarter of an hour at the computers of the fleet list, and creates and retries what is allowed',
  schedules: [{ name: 'every-15-minutes', minute: '*/15', hour: '*' }],
  limits: { memoryMb: 512, timeSeconds: 900, stopEarlySeconds: 300 },
  tables: [
    ...watcherTables,
    { table: 'records', actions: ['dynamodb:Query'] },
    { table: 'computers', actions: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:Scan'] },
  ],
  calls: [
    'GET /api/v0/sessions',
    'GET /api/v0/computers/name/{name}',
    'POST /api/v0/computers',
    'POST /api/v0/computers/{computerId}/install-deps',
  ],
  secrets: ['reading-key', 'computers-key'],
  settings: [...watcherSettings, 'computers'],
  byHand: {
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
