import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { snapshotStores, watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { requestsJob } from '../kernel/runs/run-id.ts';
import { enforcementSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: requestsJob,
  file: 'watch-requests',
  purpose:
    'Notifies approvers of requests for credits, people who asked of the decision, and people who are invited to connect a hook',
  // For mails whose recipients have quiet hours.
  schedules: [{ name: 'hourly', minute: '20', hour: '*' }],
  streams: { rows: 'changed', of: ['requests'], whenBehind: 'approvers hear late of requests for credits' },
  // It plans what a request would give, as a run of limits does.
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 120 },
  ports: { ...watcherStores, ...snapshotStores, requests: 'requests', invitations: 'invitations' },
  settings: [...enforcementSettings, 'fourEyes', 'roles'],
  recordsRuns: true,
  journal: ['run-finished'],
  emits: [],
  reports: ['request', 'hook-invitation'],
});
