import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import { watcherSettings } from '../../shared/settings/contract/settings-read.ts';

export const job = {
  name: 'controls',
  folder: 'watch-controls',
  purpose: 'Reads the history of the controls, keeps new revisions as evidence and reports who loosened what',
  schedules: [{ name: 'every-5-minutes', minute: '*/5', hour: '*' }],
  limits: { memoryMb: 1024, timeSeconds: 900, stopEarlySeconds: 300 },
  tables: [
    { table: 'leases', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Scan', 'dynamodb:UpdateItem'] },
    { table: 'runs', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'] },
    { table: 'journal', actions: ['dynamodb:PutItem'] },
    { table: 'outbox', actions: ['dynamodb:GetItem', 'dynamodb:PutItem'] },
    { table: 'outbox', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'alerts', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'] },
    { table: 'alerts', index: 'open', actions: ['dynamodb:Query'] },
    { table: 'recipients', actions: ['dynamodb:Scan'] },
    // No batches of writes: that action allows removal, too.
    { table: 'revisions', actions: ['dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'controls', actions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'] },
    { table: 'evidence', actions: ['dynamodb:PutItem', 'dynamodb:Query'] },
  ],
  calls: ['GET /api/v0/organization/enterprise-controls/history'],
  secrets: ['reading-key', 'fingerprint-key'],
  settings: [...watcherSettings, 'consoleUrl', 'controls'],
  anchors: true,
  byHand: {
    help: 'read the history of the controls, keep new revisions as evidence and report who loosened what',
    dryRunHelp: 'only say what would be reported: the next run reports it',
  },
  recordsRuns: true,
  journal: ['controls-told'],
  emits: [
    'controls-loosened',
    'history-gap',
    'history-shrank',
    'history-unreadable',
    'history-unwatched',
    'history-rewritten',
    'history-went-back',
    'history-restarted',
    'evidence-changed',
    'evidence-unanchored',
    'order-tampered',
  ],
  reports: ['controls'],
} as const satisfies JobDeclaration;
