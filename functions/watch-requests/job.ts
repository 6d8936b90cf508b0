import type { JobDeclaration } from '../../shared/contracts/job-declaration.ts';
import { standingTables, watcherTables } from '../../shared/contracts/watcher-tables.ts';

export const job = {
  name: 'requests',
  folder: 'watch-requests',
  purpose: 'Notifies approvers of requests for credits, and whoever asked of the decision',
  // For mails whose recipients have quiet hours.
  schedules: [{ name: 'hourly', minute: '20', hour: '*' }],
  streams: { rows: 'changed', of: ['requests'], whenBehind: 'approvers hear late of requests for credits' },
  // It plans what a request would give, as a run of limits does.
  limits: { memoryMb: 2048, timeSeconds: 900 },
  tables: [
    ...watcherTables,
    ...standingTables,
    { table: 'requests', actions: ['dynamodb:Query', 'dynamodb:UpdateItem'] },
  ],
  settings: true,
  recordsRuns: true,
  journal: [],
  emits: [],
  reports: ['request'],
} as const satisfies JobDeclaration;
