import { randomBytes } from 'node:crypto';
import { openNightInstallation } from '../../local/installation.ts';
import { describePlatformEvent } from '../../local/terminal/describe-platform-event.ts';
import { describeWatch } from '../../local/terminal/describe-watch.ts';
import { controlsJob, watchControls, type Watch, type WatchOrder } from '../../shared/application/watch-controls.ts';
import { runIdOf } from '../../shared/domain/runs/run-id.ts';
import type { RunStatus } from '../../shared/domain/runs/run.ts';
import { controlsRules } from '../../shared/wiring/watch-ports.ts';
import type { CommandContext } from '../command-context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { parseMoment } from '../moment.ts';
import type { RunOptions } from './run-enforce.ts';

const runMsMax = 60 * 60_000;

const exitCodeOf: Readonly<Record<RunStatus, ExitCode>> = {
  complete: exitCodes.done,
  partial: exitCodes.someRowsFailed,
  held: exitCodes.held,
  failed: exitCodes.failed,
};

/** `run controls`: one look at the history of the controls, now or as of another moment. */
export async function runControls(context: CommandContext, { at, dryRun = false }: RunOptions): Promise<ExitCode> {
  const { io, options } = context;
  const atMs = at === undefined ? io.now() : parseMoment(at);
  const installation = await openNightInstallation({
    stateDir: options.state,
    env: io.env,
    calls: { logger: (event) => describePlatformEvent(event).forEach((line) => context.note(line)), asOfMs: atMs },
  });
  try {
    const order: WatchOrder = {
      runId: runIdOf(controlsJob, atMs, randomBytes(4).toString('hex')),
      atMs,
      dryRun,
      stopAtMs: io.now() + runMsMax,
    };
    const { settings } = installation;
    const watch = await watchControls(
      installation.watchPorts(),
      { rules: controlsRules(settings.controls), settings },
      order,
    );
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
