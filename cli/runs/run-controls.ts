import { describeWatch } from '../../shared/terminal/runs/describe-watch.ts';
import { controlsRunDocument } from '../../shared/application/queries/documents/run-documents.ts';
import type { ControlsRunDocument } from '../../shared/contracts/documents/runs/run-documents.ts';
import { controlsJob } from '../../shared/application/controls/watch-controls.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './by-hand/run-by-hand.ts';
import { momentOf } from '../frame/moment.ts';

/** `run controls`: one look at the history of the controls, now or as of another moment. */
export async function runControls(context: CommandContext, said: RunOptions): Promise<ExitCode> {
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const order = { runId: runIdOf(controlsJob, atMs, `by-hand-${ownWord()}`), atMs, dryRun };
  const watch = await withRuns(context, order, async (runs) => runs.watchControls(order));
  const text = describeWatch(watch, context.style);
  context.print({
    json: controlsRunDocument(watch, { dryRun }) satisfies ControlsRunDocument,
    text: dryRun ? `${text}\n\nDry run: nobody was notified, and the next run reports it.` : text,
  });
  return exitCodeOf[watch.outcome.status];
}
