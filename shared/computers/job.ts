import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { computersJob } from '../kernel/runs/run-id.ts';
import { watcherSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: computersJob,
  file: 'watch-computers',
  purpose: 'Looks every quarter of an hour at the computers of the fleet list, and creates and retries what is allowed',
  schedules: [{ name: 'every-15-minutes', minute: '*/15', hour: '*' }],
  limits: { memoryMb: 512, timeSeconds: 900, stopEarlySeconds: 300 },
  ports: { ...watcherStores, fleet: 'fleet.list', store: 'computers' },
  calls: [
    'GET /api/v0/sessions',
    'GET /api/v0/computers/name/{name}',
    'POST /api/v0/computers',
    'POST /api/v0/computers/{computerId}/install-deps',
  ],
  secrets: ['reading-key', 'computers-key'],
  settings: [...watcherSettings, 'computers'],
  byHand: {
    help: 'look at the computers of the fleet list, and create and retry what is allowed',
    dryRunHelp: 'only say what would be found and done',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told', 'computer-action'],
  emits: [
    'computer-missing',
    'computer-failed',
    'computer-hangs',
    'computer-unknown',
    'computer-unlisted',
    'fleet-list',
  ],
});
