import { renderTable } from '../../shared/terminal/table.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { enforcementOutcome } from '../../shared/domain/runs/outcome.ts';
import { describeRun } from '../../shared/terminal/describe-run.ts';
import { runRecordDocument } from '../../shared/application/queries/run-documents.ts';
import type { RunRecordDocument, RunsDocument } from '../../shared/contracts/documents/run-documents.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';

export interface RunsOptions {
  readonly job?: string;
  readonly limit: number;
}

/** `runs list`: the newest runs, of one job where it is named: those that watch come every few minutes. */
export async function listRuns(context: CommandContext, { job, limit }: RunsOptions): Promise<ExitCode> {
  const runs = await withInstallation(context, async (installation) => installation.runs.list(job, limit));
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
  const rest = runs.length < limit ? [] : [`These are the newest ${limit} at most; --limit shows more.`];
  const text =
    rows.length === 0 ? 'There are no runs yet.' : [renderTable(columns, rows, context.style), ...rest].join('\n');
  context.tell({ json: runs.map(runRecordDocument) satisfies RunsDocument, text });
  return exitCodes.done;
}

/** `runs show RUN`. */
export async function showRun(context: CommandContext, runId: string): Promise<ExitCode> {
  const run = await withInstallation(context, async (installation) => installation.runs.find(runId));
  if (run === undefined) {
    throw new CommandError('There is no run of that id; see "runs list"');
  }
  const { outcome } = run;
  const text =
    outcome === undefined
      ? `${run.runId} began at ${run.startedAt} and has not finished.`
      : describeRun({ run, outcome: enforcementOutcome(outcome), outcomes: new Map() }, context.style);
  context.tell({ json: runRecordDocument(run) satisfies RunRecordDocument, text });
  return exitCodes.done;
}
