import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { readinessJob } from '../kernel/runs/run-id.ts';
import { watcherSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: readinessJob,
  file: 'watch-readiness',
  purpose: 'Reads the readiness reports every day, and reports what fell and which targets are missed',
  schedules: [{ name: 'daily', minute: '40', hour: '5' }],
  // The first reading of 2,000 repositories keeps the newest reports of each branch in memory.
  limits: { memoryMb: 1024, timeSeconds: 900, stopEarlySeconds: 300 },
  ports: { ...watcherStores, targets: 'readinessTargets.list', store: 'readiness' },
  calls: ['GET /api/organization/maturity-level-reports'],
  secrets: ['reading-key'],
  settings: [...watcherSettings, 'readiness'],
  byHand: {
    help: 'read the readiness reports, and report what fell and which targets are missed',
    dryRunHelp: 'only say what would be found',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['readiness-regression', 'readiness-in-doubt', 'readiness-target', 'readiness-reading'],
});
