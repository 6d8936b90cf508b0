import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import { listRuns } from '../../shared/application/queries/list-runs.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { enforcementOutcome } from '../../shared/domain/runs/outcome.ts';
import { describeRun } from '../../shared/terminal/describe-run.ts';
import { describeWatcherRun } from '../../shared/terminal/describe-watcher-run.ts';
import { runRecordDocument } from '../../shared/application/queries/run-documents.ts';
import type { RunRecordDocument, RunsDocument } from '../../shared/contracts/documents/run-documents.ts';
import type { Run, RunStatus } from '../../shared/domain/runs/run.ts';
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
  /** As many as the table has. */
  readonly all?: boolean;
  readonly status?: RunStatusFilter;
}

/** `unfinished`: it began and has not ended. */
export type RunStatusFilter = RunStatus | 'unfinished';

/** So many runs of each job are looked through. */
const runsMax = 10_000;

/** `runs list`: the newest runs, of one job where it is named: those that watch come every few minutes. */
export async function listRunsOf(
  context: CommandContext,
  { jobs, job, limit, all = false, status }: RunsOptions,
): Promise<ExitCode> {
  const named = job === undefined ? jobs : [job];
  const shownMax = all ? runsMax : limit;
  const found = await withInstallation(context, async (installation) =>
    listRuns(installation.runs, named, status === undefined ? shownMax : runsMax),
  );
  const wanted = found.filter(({ outcome }) => status === undefined || (outcome?.status ?? 'unfinished') === status);
  const runs = wanted.slice(0, shownMax);
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
  const rest =
    runs.length < shownMax ? [] : [`These are the newest ${shownMax} at most; --limit shows more, --all every one.`];
  const text =
    rows.length === 0
      ? status === undefined
        ? 'There are no runs yet.'
        : `No run is ${status}.`
      : [renderTable(columns, rows, context.style), ...rest].join('\n');
  context.tell({ json: runs.map(runRecordDocument) satisfies RunsDocument, text });
  return exitCodes.done;
}

/** `runs show RUN`. */
export async function showRun(context: CommandContext, runId: string): Promise<ExitCode> {
  const run = await withInstallation(context, async (installation) => installation.runs.find(runId));
  if (run === undefined) {
    throw new CommandError('There is no run of that id; see "runs list"');
  }
  const { findings } = run.outcome ?? {};
  const json = { ...runRecordDocument(run), ...(findings !== undefined && { findings }) } satisfies RunRecordDocument;
  context.tell({ json, text: runText(run, context.style) });
  return exitCodes.done;
}

/** The record of a run, for people. */
function runText(run: Run, style: Style): string {
  const { outcome } = run;
  if (outcome === undefined) {
    return `${run.runId} began at ${run.startedAt} and has not finished.`;
  }
  return outcome.findings !== undefined
    ? describeWatcherRun({ run, outcome }, style)
    : describeRun({ run, outcome: enforcementOutcome(outcome), outcomes: new Map() }, style);
}
