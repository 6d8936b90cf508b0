import { randomBytes } from 'node:crypto';
import { describeWatch } from '../../local/terminal/describe-watch.ts';
import { controlsJob, watchControls, type Watch, type WatchOrder } from '../../shared/application/watch-controls.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import { controlsRules } from '../../shared/wiring/watch-ports.ts';
import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../exit-codes.ts';
import { exitCodeOf, openForRun, runMsMax, type RunOptions } from '../run-by-hand.ts';
import { momentOf } from '../standing-order.ts';

/** `run controls`: one look at the history of the controls, now or as of another moment. */
export async function runControls(context: CommandContext, said: RunOptions): Promise<ExitCode> {
  const { dryRun = false } = said;
  const atMs = momentOf(context, said);
  const installation = await openForRun(context, atMs);
  try {
    const order: WatchOrder = {
      runId: runIdOf(controlsJob, atMs, randomBytes(4).toString('hex')),
      atMs,
      dryRun,
      stopAtMs: context.io.now() + runMsMax,
    };
    const { settings } = installation;
    const rules = controlsRules(settings.controls);
    const run = watchControls(installation.watchPorts(), { rules, settings }, order);
    const watch = await (dryRun ? run : installation.mailer.after(run));
    const text = describeWatch(watch, context.style);
    context.tell({
      json: runDocument(watch, dryRun),
      text: dryRun ? `${text}\n\nDry run: nobody was told, and the next run tells it.` : text,
    });
    return exitCodeOf[watch.outcome.status];
  } finally {
    await installation.close();
  }
}

function runDocument({ run, outcome, reports }: Watch, dryRun: boolean) {
  const { status, dataThrough = null, capsChanged, capsFailed, alerts, held, problems } = outcome;
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
    reports,
  };
}
