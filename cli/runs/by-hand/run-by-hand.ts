import { randomBytes, randomUUID } from 'node:crypto';

import { jobRunner } from '../../../local/jobs/job-handlers.ts';
import { openRunningInstallation } from '../../../local/running-installation.ts';
import { describeMails } from '../../../local/texts/describe-mails.ts';
import { describePlatformEvent } from '../../../local/texts/describe-platform-event.ts';
import { job as controlsJob } from '../../../shared/controls/job.ts';
import { watchControls } from '../../../shared/controls/use-cases/watch-controls.ts';
import { type ShownPlan, showPlan } from '../../../shared/enforcement/use-cases/decide-held-plan.ts';
import { enforceBudgets, type EnforcementRun } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import { enforcementOutcome } from '../../../shared/kernel/runs/outcome.ts';
import { enforceJob } from '../../../shared/kernel/runs/run-id.ts';
import type { RunStatus } from '../../../shared/kernel/runs/run.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { wrongUsage } from '../../frame/command-error.ts';
import { connectToApi } from '../../frame/connection/connect-to-api.ts';
import { stateDirOf } from '../../frame/connection/state-dir.ts';
import { type ExitCode, exitCodes } from '../../frame/exit-codes.ts';
import { endOf } from './ended-run.ts';
import { byHandEvent, type EndedRun, type RunsByHand } from './runs-by-hand.ts';

/** Runs of a deployment: each is asked for at its API, and its record waited for. The API gives the run its id. */
async function deploymentRuns(context: CommandContext): Promise<RunsByHand> {
  const { api, explained, close } = await connectToApi(context);
  const start: RunsByHand['start'] = async (job, { atMs }) => {
    const idempotencyKey = randomUUID();
    const ask = async () =>
      api.read('startRun', { body: { job, at: new Date(atMs).toISOString() } }, { idempotencyKey });
    const work = async () => endOf(context, api, { started: (await ask()).document, askAgain: ask });
    return explained(work());
  };
  return {
    async enforce(order) {
      const { run, outcome } = await start(enforceJob, order);
      return { run, outcome: enforcementOutcome(outcome), outcomes: new Map() };
    },
    watchControls: async (order) => start(controlsJob.name, order),
    start,
    close,
  };
}

/** So long may a run by hand take. */
const runMsMax = 60 * 60_000;

/** Runs in this process, with the platform as of a moment (Unix milliseconds); calls that take long are shown. */
async function machineRuns(context: CommandContext, stateDir: string, atMs: number): Promise<RunsByHand> {
  const { io } = context;
  const { settings, mailer, ...installation } = await openRunningInstallation({
    stateDir,
    env: io.env,
    onNotice: (text) => context.note(text),
    onMailsSent: (sent) => describeMails(sent).forEach((line) => context.note(line)),
    calls: { logger: (event) => describePlatformEvent(event).forEach((line) => context.note(line)), asOfMs: atMs },
  });
  // The authors of direct edits to settings are unknown; the edits are noted.
  const noteUnless = async (isDry: boolean): Promise<void> => (isDry ? undefined : installation.noteSettings());
  const limits = { stopAtMs: io.now() + runMsMax };
  return {
    enforce: async (order, progress) => {
      await noteUnless(order.dryRun);
      const ports = installation.enforcementPorts(progress);
      const run = enforceBudgets(ports, settings, { ...order, ...limits, onlyIfUnfinished: false });
      return order.dryRun
        ? judgedDryRun(await run, async () => showPlan(installation, settings, order.atMs))
        : mailer.after(run, atMs);
    },
    watchControls: async (order) => {
      await noteUnless(order.dryRun);
      const run = watchControls(installation.watchPorts(), { settings }, { ...order, ...limits });
      return order.dryRun ? run : mailer.after(run);
    },
    start: async (job, order) => {
      await noteUnless(order.dryRun);
      const ended: EndedRun[] = [];
      try {
        await jobRunner(installation.jobs, { onWatcherRun: (run) => ended.push(run) })(job, byHandEvent(job, order));
      } catch (error) {
        // A run that failed has said so in its outcome.
        if (ended.length === 0) {
          throw error;
        }
      }
      const [run] = ended;
      invariant(run !== undefined, 'a watcher reports the end of its run');
      return run;
    },
    close: async () => installation.close(),
  };
}

/**
 * A dry run as its guards would end it. It stops before the guards, so that "complete" would promise caps which the
 * run then holds; `judge` asks them, without any effect.
 */
async function judgedDryRun(run: EnforcementRun, judge: () => Promise<ShownPlan>): Promise<EnforcementRun> {
  if (run.plan === undefined || run.outcome.held !== undefined) {
    return run;
  }
  const { held } = await judge();
  return held === undefined ? run : { ...run, outcome: { ...run.outcome, status: 'held', held } };
}

export interface RunOptions {
  readonly at?: string;
  readonly dryRun?: boolean;
}

/** How the end of a run is reported to scripts. */
export const exitCodeOf: Readonly<Record<RunStatus, ExitCode>> = {
  complete: exitCodes.done,
  partial: exitCodes.someRowsFailed,
  held: exitCodes.held,
  failed: exitCodes.failed,
};

/** Tells runs by hand apart, those of one second too. */
export function ownWord(): string {
  return randomBytes(4).toString('hex');
}

/** Opens what does runs, for the length of `work`. Raises CommandError for a dry run where there is none. */
export async function withRuns<T>(
  context: CommandContext,
  about: { readonly atMs: number; readonly dryRun: boolean },
  work: (runs: RunsByHand) => Promise<T>,
): Promise<T> {
  const runs = await openRuns(context, about);
  try {
    return await work(runs);
  } finally {
    await runs.close();
  }
}

/** Opens what does runs on the chosen installation, and prints which it is. To be closed. */
async function openRuns(
  context: CommandContext,
  { atMs, dryRun }: { readonly atMs: number; readonly dryRun: boolean },
): Promise<RunsByHand> {
  const { chosen } = context;
  switch (chosen.kind) {
    case 'machine': {
      const stateDir = await stateDirOf(context, chosen);
      return machineRuns(context, stateDir, atMs);
    }
    case 'deployment': {
      if (dryRun) {
        throw wrongUsage(
          'A deployment makes no dry runs: "npx curfew plan" shows what would change and why, "npx curfew controls list" what is stored of the controls',
        );
      }
      return deploymentRuns(context);
    }
  }
}
