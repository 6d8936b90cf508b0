import type { Style } from '../../local/terminal/style.ts';
import { renderTable } from '../../local/terminal/table.ts';
import { listRuns } from '../../shared/application/queries/list-runs.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { describeRun } from '../../local/terminal/describe-run.ts';
import { enforcementOutcome } from '../../shared/domain/runs/outcome.ts';
import type { Run } from '../../shared/domain/runs/run.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface RunsOptions {
  /** Those that keep records. */
  readonly jobs: readonly string[];
  /** Of this one alone. */
  readonly job?: string;
  readonly limit: number;
}

/** `runs list`: the newest runs, of one job where it is named: those that watch come every few minutes. */
export async function listRunsOf(context: CommandContext, { jobs, job, limit }: RunsOptions): Promise<ExitCode> {
  const named = job === undefined ? jobs : [job];
  const runs = await withInstallation(context, async (installation) => listRuns(installation.runs, named, limit));
  const rows = runs.map(({ runId, startedAt, outcome }) => [
    runId,
    startedAt,
    outcome?.status ?? 'not finished',
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
  const text = rows.length === 0 ? 'There are no runs yet.' : renderTable(columns, rows, context.style);
  context.tell({ json: runs.map(runDocument), text });
  return exitCodes.done;
}

/** `runs show RUN`. */
export async function showRun(context: CommandContext, runId: string): Promise<ExitCode> {
  const run = await withInstallation(context, async (installation) => installation.runs.find(runId));
  if (run === undefined) {
    throw new CommandError('There is no run of that id; see "runs list"');
  }
  context.tell({ json: runDocument(run), text: runText(run, context.style) });
  return exitCodes.done;
}

/** The record of a run, for people. */
export function runText(run: Run, style: Style): string {
  const { outcome } = run;
  return outcome === undefined
    ? `${run.runId} began at ${run.startedAt} and has not finished.`
    : describeRun({ run, outcome: enforcementOutcome(outcome), outcomes: new Map() }, style);
}

/** The same as JSON. */
export function runDocument({ runId, job, at, startedAt, finishedAt, outcome }: Run) {
  return {
    run: runId,
    job,
    at,
    startedAt,
    finishedAt: finishedAt ?? null,
    status: outcome?.status ?? null,
    dataThrough: outcome?.dataThrough ?? null,
    capsChanged: outcome?.capsChanged ?? 0,
    capsFailed: outcome?.capsFailed ?? 0,
    alerts: outcome?.alerts ?? 0,
    held: outcome?.held ?? null,
    problems: outcome?.problems ?? [],
  };
}
