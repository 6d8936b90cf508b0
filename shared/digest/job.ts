import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { snapshotStores, watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { digestJob } from '../kernel/runs/run-id.ts';
import { enforcementSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: digestJob,
  file: 'send-digest',
  purpose: 'Writes the weekly digest to those who lead, at the weekday and hour of the settings',
  // Every hour, since when it is due is a setting, and it waits for figures; at other hours it does nothing.
  schedules: [{ name: 'hourly', minute: '0', hour: '*' }],
  limits: { memoryMb: 2048, timeSeconds: 900, stopEarlySeconds: 300 },
  ports: {
    ...snapshotStores,
    revisions: 'revisions.read',
    readiness: 'readiness.list',
    watchState: 'watchState.read',
    decisions: 'decisions.read',
    // How far what is given between the nights is verified, and what was given.
    liveState: 'live.state',
    ...watcherStores,
    digests: 'digests',
  },
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
});
