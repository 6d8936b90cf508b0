import { declareJob } from '../kernel/runs/contract/job-declaration.ts';
import { snapshotStores, watcherStores } from '../kernel/runs/contract/store-grants.ts';
import { exportsJob, exportsSuffix } from '../kernel/runs/run-id.ts';
import { enforcementSettings } from '../settings/contract/settings-of-jobs.ts';

export const job = declareJob({
  name: exportsJob,
  file: 'write-exports',
  purpose: 'Writes the figures of the last month as files, where the settings name a place',
  // A month is written once its figures are complete, and corrections soon after they were read; else there is nothing to do.
  schedules: [{ name: exportsSuffix, minute: '25', hour: '*/3' }],
  limits: { memoryMb: 1024, timeSeconds: 900, stopEarlySeconds: 120 },
  ports: { ...snapshotStores, ...watcherStores, runs: 'runs.list', journal: 'journal.list' },
  settings: [...enforcementSettings, 'monthlyExports'],
  writesExports: true,
  byHand: {
    help: 'write the files of last month again: usage and journal anew, the rest where it is not there',
    dryRunHelp: 'only say which files would be written',
  },
  recordsRuns: true,
  journal: ['run-finished', 'alert-told'],
  emits: ['export-failing'],
});
