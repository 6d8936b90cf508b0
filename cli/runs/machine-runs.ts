import { openRunningInstallation } from '../../local/running-installation.ts';
import { describeMails } from '../../shared/terminal/describe-mails.ts';
import { describePlatformEvent } from '../../shared/terminal/describe-platform-event.ts';
import { showPlan } from '../../shared/application/enforcement/decide-held-plan.ts';
import { enforceBudgets } from '../../shared/application/enforcement/enforce-budgets.ts';
import { watchControls } from '../../shared/application/controls/watch-controls.ts';
import { controlsRules } from '../../shared/wiring/controls-rules.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { judgedDryRun } from './judged-dry-run.ts';
import { byHandEvent, type RunsByHand } from './runs-by-hand.ts';

/** So long may a run by hand take. */
const runMsMax = 60 * 60_000;

/** Runs in this process, with the platform as of a moment (Unix milliseconds); calls that take long are told. */
export async function machineRuns(context: CommandContext, stateDir: string, atMs: number): Promise<RunsByHand> {
  const { io } = context;
  const { settings, mailer, ...installation } = await openRunningInstallation({
    stateDir,
    env: io.env,
    onMailsSent: (sent) => describeMails(sent).forEach((line) => context.note(line)),
    calls: { logger: (event) => describePlatformEvent(event).forEach((line) => context.note(line)), asOfMs: atMs },
  });
  // Who edited the settings by hand since the last run is not known; that somebody did is noted.
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
      const rules = controlsRules(settings.controls);
      const run = watchControls(installation.watchPorts(), { rules, settings }, { ...order, ...limits });
      return order.dryRun ? run : mailer.after(run);
    },
    start: async (job, order) => {
      await noteUnless(false);
      // The handlers of all jobs take long to load.
      const { jobRunner } = await import('../../local/job-handlers.ts');
      const ended = jobRunner(installation.jobs)(job, byHandEvent(job, order));
      // How a run failed is on record.
      const problem: unknown = await ended.then(
        () => undefined,
        (error: unknown) => error,
      );
      const run = await installation.runs.find(order.runId);
      if (run?.outcome === undefined) {
        throw problem ?? new CommandError(`The run ${order.runId} left no record: another run may be at work`);
      }
      return { ...run, outcome: run.outcome };
    },
    close: async () => installation.close(),
  };
}
