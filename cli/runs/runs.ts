import type { RunStatus } from '../../shared/domain/runs/run.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { givenOf, printShown, withApi } from '../frame/connection/with-api.ts';

export interface RunsOptions {
  /** Of this one alone. */
  readonly job?: string;
  readonly limit: number;
  /** As many as the table has. */
  readonly all?: boolean;
  readonly status?: RunStatusFilter;
}

/** `unfinished`: it began and has not ended. */
type RunStatusFilter = RunStatus | 'unfinished';

/** So many runs of each job are looked through. */
const runsMax = 10_000;

/** `runs list`: the newest runs, of one job where it is named: those that watch come every few minutes. */
export async function listRunsOf(
  context: CommandContext,
  { job, limit, all = false, status }: RunsOptions,
): Promise<ExitCode> {
  const given = { newest: String(all ? runsMax : Math.min(limit, runsMax)), ...givenOf({ job, status }) };
  const shown = await withApi(context, async (api) => api.show('listRuns', given));
  return printShown(context, shown, ({ rows }) => rows);
}

/** `runs show RUN`. */
export async function showRun(context: CommandContext, runId: string): Promise<ExitCode> {
  return printShown(context, await withApi(context, async (api) => api.show('showRun', { run: runId })));
}
