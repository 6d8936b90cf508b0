import { importFile } from '../records/import-file.ts';
import { applyPlan, approvePlan, rejectHeldPlan } from './apply.ts';
import { describeRecord } from './describe-record.ts';
import { runEnforce } from './run-enforce.ts';
import { runControls, runWatcher } from './run-watcher.ts';

/** What the commands of runs and plans do. */
export const runWork = {
  applyPlan,
  approvePlan,
  describeRecord,
  importFile,
  rejectHeldPlan,
  runControls,
  runEnforce,
  runWatcher,
};
