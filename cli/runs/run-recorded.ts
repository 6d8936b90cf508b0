import type { ByHandJobName } from '../../functions/jobs.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { momentOf } from '../caps/snapshot-order.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './run-by-hand.ts';
import { runDocument, runText } from './runs.ts';

/** `run NAME` of a job without a command of its own: does one run, now or as of another moment, and prints its record. */
export async function runRecorded(
  context: CommandContext,
  job: ByHandJobName,
  said: Pick<RunOptions, 'at'>,
): Promise<ExitCode> {
  const atMs = momentOf(context, said);
  const order = { runId: runIdOf(job, atMs, `by-hand-${ownWord()}`), atMs, dryRun: false };
  const run = await withRuns(context, order, async (runs) => runs.start(job, order));
  context.tell({ json: runDocument(run), text: runText(run, context.style) });
  return exitCodeOf[run.outcome.status];
}
