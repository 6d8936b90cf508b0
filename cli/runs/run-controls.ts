import { describeWatch } from '../../local/terminal/describe-watch.ts';
import { controlsJob } from '../../shared/application/controls/watch-controls.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { CommandContext } from '../frame/command-context.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { exitCodeOf, ownWord, withRuns, type RunOptions } from './run-by-hand.ts';
import type { WatchedByHand } from './runs-by-hand.ts';
import { momentOf } from '../caps/snapshot-order.ts';

/** `run controls`: one look at the history of the controls, now or as of another moment. */
export async function runControls(context: CommandContext, said: RunOptions): Promise<ExitCode> {
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const order = { runId: runIdOf(controlsJob, atMs, `by-hand-${ownWord()}`), atMs, dryRun };
  const watch = await withRuns(context, order, async (runs) => runs.watchControls(order));
  const text = describeWatch(watch, context.style);
  context.tell({
    json: runDocument(watch, dryRun),
    text: dryRun ? `${text}\n\nDry run: nobody was told, and the next run tells it.` : text,
  });
  return exitCodeOf[watch.outcome.status];
}

function runDocument({ run, outcome, reports }: WatchedByHand, dryRun: boolean) {
  const { status, dataThrough = null, capsChanged = 0, capsFailed = 0, alerts, held, problems } = outcome;
  return {
    run: run.runId,
    job: run.job,
    at: run.at,
    status,
    dataThrough,
    capsChanged,
    capsFailed,
    alerts,
    held: held === undefined ? null : { guard: held.guard, detail: held.detail },
    problems,
    ...(dryRun && { dryRun }),
    ...(reports !== undefined && { reports }),
  };
}
