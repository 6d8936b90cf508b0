import {
  type JobDeclaration,
  notificationTables,
  snapshotTables,
} from '../../shared/kernel/runs/contract/job-declaration.ts';
import { enforcementSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'roster',
  folder: 'watch-roster',
  purpose: 'Looks every day who joined, left, looks like somebody else or holds a large limit without using it',
  // After the night, and most of the hours in which it is tried again.
  schedules: [{ name: 'daily', minute: '45', hour: '6' }],
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 120 },
  tables: [
    ...snapshotTables,
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    ...notificationTables,
  ],
  settings: [...enforcementSettings, 'roster'],
  byHand: {
    help: 'look who joined, left, looks like somebody else or holds a large limit without using it',
    dryRunHelp: 'only say what would be found',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['look-alike-users', 'idle-limits'],
  reports: ['roster'],
} as const satisfies JobDeclaration;
