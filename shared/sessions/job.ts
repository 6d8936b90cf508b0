import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { sessionsJob } from '../kernel/runs/run-id.ts';
import { watcherSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: sessionsJob,
  file: 'watch-sessions',
  purpose: 'Looks every hour for sessions that run away, hang or loop',
  // Shortly before live giving, which takes the list from it: its run holds the lease that edits wait for.
  schedules: [{ name: 'hourly', minute: '35', hour: '*' }],
  limits: { memoryMb: 512, timeSeconds: 900, stopEarlySeconds: 300 },
  ports: { ...watcherStores, policies: 'sessionPolicies.list', known: 'knownSessions' },
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
});
