import { describeRun } from '../../local/texts/describe-run.ts';
import { describeWatch, describeWatcherRun } from '../../local/texts/describe-watcher-run.ts';
import { job as controlsJob } from '../../shared/controls/job.ts';
import type { RunRecordDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { enforcementOutcome } from '../../shared/kernel/runs/outcome.ts';
import { minuteText } from '../../shared/kernel/time/day.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { runOf } from './by-hand/ended-run.ts';

/** The record of a run, for people. */
export function describeRecord(record: RunRecordDocument, style: Style): string {
  const run = runOf(record);
  const { outcome, job } = run;
  if (outcome === undefined) {
    return record.cutOff
      ? `${run.runId} began on ${minuteText(run.startedAt)} and was cut off: no process works on it any more. What it did is kept, and the next run of ${job} does the rest.`
      : `${run.runId} began on ${minuteText(run.startedAt)} and has not finished.`;
  }
  if (outcome.findings !== undefined) {
    return describeWatcherRun({ run, outcome }, style);
  }
  return job === controlsJob.name
    ? describeWatch({ run, outcome }, style)
    : describeRun({ run, outcome: enforcementOutcome(outcome), outcomes: new Map() }, style);
}
