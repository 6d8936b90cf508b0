import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { snapshotStores, watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { liveJob } from '../kernel/runs/run-id.ts';
import { enforcementSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: liveJob,
  file: 'give-live',
  purpose: 'Reads every hour what all sessions have used, and gives credits that are provably free to those who work',
  // Shortly before the hour: where a day begins is marked by the last reading before it.
  schedules: [{ name: 'hourly', minute: '50', hour: '*' }],
  // An active person who is running low does not wait for the hour; a storm of events starts no more than this.
  hookReports: { everyMinutes: 10 },
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 300 },
  ports: {
    ...watcherStores,
    ...snapshotStores,
    limits: 'limits',
    plans: 'plans.latest',
    hints: 'hints.list',
    fleet: 'computers.read',
    known: 'knownSessions',
    live: 'live',
  },
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
});
