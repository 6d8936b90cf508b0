import { openRunningInstallation } from '../../../local/running-installation.ts';
import { describeMails } from '../../../local/texts/describe-mails.ts';
import { describePlatformEvent } from '../../../local/texts/describe-platform-event.ts';
import { watchControls } from '../../../shared/controls/use-cases/watch-controls.ts';
import { showPlan, type ShownPlan } from '../../../shared/enforcement/use-cases/decide-held-plan.ts';
import { enforceBudgets, type EnforcementRun } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import { invariant } from '../../../shared/kernel/invariant.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { byHandEvent, type EndedRun, type RunsByHand } from './runs-by-hand.ts';

/** So long may a run by hand take. */
const runMsMax = 60 * 60_000;

/** Runs in this process, with the platform as of a moment (Unix milliseconds); calls that take long are shown. */
export async function machineRuns(context: CommandContext, stateDir: string, atMs: number): Promise<RunsByHand> {
  const { io } = context;
  const { settings, mailer, ...installation } = await openRunningInstallation({
    stateDir,
    env: io.env,
    onNotice: (text) => context.note(text),
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
      const run = watchControls(installation.watchPorts(), { settings }, { ...order, ...limits });
      return order.dryRun ? run : mailer.after(run);
    },
    start: async (job, order) => {
      await noteUnless(order.dryRun);
      // The handlers of all jobs take long to load.
      const { jobRunner } = await import('../../../local/jobs/job-handlers.ts');
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
