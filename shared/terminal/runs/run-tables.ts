import { controlsJob } from '../../application/controls/watch-controls.ts';
import type { JournalEntry } from '../../domain/journal/journal-entry.ts';
import { enforcementOutcome } from '../../domain/runs/outcome.ts';
import { runsCutOff, type Run } from '../../domain/runs/run.ts';
import { grouped } from '../../domain/texts/grouped.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';
import { describeRun } from './describe-run.ts';
import { describeWatch } from './describe-watch.ts';
import { describeWatcherRun } from './describe-watcher-run.ts';

/** Runs as a table, in their order. */
export function runTable(runs: readonly Run[], style: Style): string {
  const cutOff = runsCutOff(runs);
  const rows = runs.map(({ runId, startedAt, outcome }) => [
    runId,
    startedAt,
    outcome?.status ?? (cutOff.has(runId) ? 'cut off' : 'not finished'),
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
export function describeRecord(run: Run, style: Style): string {
  const { outcome, job } = run;
  if (outcome === undefined) {
    return `${run.runId} began at ${run.startedAt} and has not finished.`;
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
