import type { ByHandJobName } from '../../functions/jobs.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { runRecordDocument } from '../../shared/application/queries/run-documents.ts';
import type { RunRecordDocument } from '../../shared/contracts/documents/run-documents.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { momentOf } from '../frame/moment.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './run-by-hand.ts';
import { runText } from './runs.ts';

/** `run NAME` of a job without a command of its own: does one run, now or as of another moment, and prints its record. */
export async function runRecorded(
  context: CommandContext,
  job: ByHandJobName,
  said: Pick<RunOptions, 'at'>,
): Promise<ExitCode> {
  const atMs = momentOf(context, said);
  const order = { runId: runIdOf(job, atMs, `by-hand-${ownWord()}`), atMs, dryRun: false };
  const run = await withRuns(context, order, async (runs) => runs.start(job, order));
  context.tell({ json: runRecordDocument(run) satisfies RunRecordDocument, text: runText(run, context.style) });
  return exitCodeOf[run.outcome.status];
}
