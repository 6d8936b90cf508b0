import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { snapshotStores, watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { rosterJob } from '../kernel/runs/run-id.ts';
import { enforcementSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: rosterJob,
  file: 'watch-roster',
  purpose: 'Looks every day who joined, left, looks like another person or holds a large limit without using it',
  // After the night, and most of the hours in which it is tried again.
  schedules: [{ name: 'daily', minute: '45', hour: '6' }],
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 120 },
  ports: { ...snapshotStores, ...watcherStores, runs: 'runs.list' },
  settings: [...enforcementSettings, 'roster'],
  byHand: {
    help: 'look who joined, left, looks like another person or holds a large limit without using it',
    dryRunHelp: 'only say what would be found',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['look-alike-users', 'idle-limits'],
  reports: ['roster'],
});
