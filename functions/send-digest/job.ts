import {
  type JobDeclaration,
  notificationTables,
  snapshotTables,
} from '../../shared/kernel/runs/contract/job-declaration.ts';
import { enforcementSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'digest',
  folder: 'send-digest',
  purpose: 'Writes the weekly digest to those who lead, at the weekday and hour of the settings',
  // Every hour, since when it is due is a setting, and it waits for figures; at other hours it does nothing.
  schedules: [{ name: 'hourly', minute: '0', hour: '*' }],
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 300 },
  tables: [
    ...snapshotTables,
    { table: 'revisions', actions: ['dynamodb:Query'] },
    { table: 'readiness', actions: ['dynamodb:Query'] },
    { table: 'controls', actions: ['dynamodb:GetItem', 'dynamodb:Query'] },
    // How far what is given between the nights is verified, and what was given.
    { table: 'live', actions: ['dynamodb:GetItem'] },
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    ...notificationTables,
  ],
  calls: ['GET /api/v1/analytics/activity', 'GET /api/v1/analytics/productivity', 'GET /api/v1/analytics/tools'],
  secrets: ['reading-key'],
  settings: [...enforcementSettings, 'controls', 'weeklyDigest'],
  byHand: {
    help: 'write the weekly digest, unless that of this week is written already',
    dryRunHelp: 'only print what it would say',
  },
  recordsRuns: true,
  journal: ['run-finished'],
  emits: [],
  reports: ['digest'],
} as const satisfies JobDeclaration;
