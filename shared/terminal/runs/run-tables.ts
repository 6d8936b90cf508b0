import { controlsJob } from '../../controls/use-cases/watch-controls.ts';
import type { JournalEntry } from '../../journal/journal-entry.ts';
import { enforcementOutcome } from '../../kernel/runs/outcome.ts';
import type { Run } from '../../kernel/runs/run.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';
import { describeRun } from './describe-run.ts';
import { describeWatch } from './describe-watch.ts';
import { describeWatcherRun } from './describe-watcher-run.ts';

/** How a run stands of which the record does not say how it ended. */
export function openRunText(isCutOff: boolean): string {
  return isCutOff ? 'cut off' : 'not finished';
}

/** Runs as a table, in their order; `cutOff`: the ids of those that were. */
export function runTable(
  runs: readonly Run[],
  { cutOff, style }: { readonly cutOff: ReadonlySet<string>; readonly style: Style },
): string {
  const rows = runs.map(({ runId, startedAt, outcome }) => [
    runId,
    startedAt,
    outcome?.status ?? openRunText(cutOff.has(runId)),
    outcome?.dataThrough ?? '',
    grouped(outcome?.capsChanged ?? 0),
    grouped(outcome?.capsFailed ?? 0),
  ]);
  const columns = [
    { title: 'Run' },
    { title: 'Started' },
    { title: 'Status' },
    { title: 'Data through' },
    { title: 'Caps changed', align: 'right' },
    { title: 'Failed', align: 'right' },
  ] as const;
  return renderTable(columns, rows, style);
}

/** The record of a run, for people. */
export function describeRecord(
  run: Run,
  { isCutOff, style }: { readonly isCutOff: boolean; readonly style: Style },
): string {
  const { outcome, job } = run;
  if (outcome === undefined) {
    return isCutOff
      ? `${run.runId} began at ${run.startedAt} and was cut off: nobody is at work on it any more. What it did is kept, and the next run of ${job} does the rest.`
      : `${run.runId} began at ${run.startedAt} and has not finished.`;
  }
  if (outcome.findings !== undefined) {
    return describeWatcherRun({ run, outcome }, style);
  }
  return job === controlsJob
    ? describeWatch({ run, outcome }, style)
    : describeRun({ run, outcome: enforcementOutcome(outcome), outcomes: new Map() }, style);
}

/** Entries of the journal as a table, in their order. */
export function journalTable(entries: readonly JournalEntry[], style: Style): string {
  const rows = entries.map(({ at, kind, actor, subject = '', detail }) => [
    at,
    kind,
    actor,
    subject,
    JSON.stringify(detail),
  ]);
  const columns = [{ title: 'At' }, { title: 'Kind' }, { title: 'Who' }, { title: 'Subject' }, { title: 'Detail' }];
  return renderTable(columns, rows, style);
}
