import type { Watch } from '../../../shared/controls/use-cases/watch-controls.ts';
import type { WrittenPage } from '../../../shared/digest/digest-pages.ts';
import type { EnforcementRun } from '../../../shared/enforcement/use-cases/enforce-budgets.ts';
import type { ByHandJobName } from '../../../shared/jobs.ts';
import type { ScheduledRun } from '../../../shared/kernel/runs/contract/scheduled-run.ts';
import type { Progress } from '../../../shared/kernel/runs/ports.ts';
import { runIdOf } from '../../../shared/kernel/runs/run-id.ts';
import type { Run, RunOutcome, PlanOrder } from '../../../shared/kernel/runs/run.ts';

/** A run that somebody asks for. */
interface RunOrder {
  readonly runId: string;
  /** Unix milliseconds as of which it runs. */
  readonly atMs: number;
  readonly dryRun: boolean;
}

/** What a look at the controls came to; on a deployment, what it found stands in its tables. */
type WatchedByHand = Omit<Watch, 'reports'> & Partial<Pick<Watch, 'reports'>>;

export interface EndedRun {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** Pages of the digest; absent where a deployment made the run. */
  readonly pages?: readonly WrittenPage[];
}

/** Does runs, on this machine or by asking the functions of a deployment. Each gives the run once it has ended. */
export interface RunsByHand {
  enforce(
    order: RunOrder & {
      /** Applies a reviewed plan instead of a whole run. */
      readonly apply?: PlanOrder;
    },
    progress?: Progress,
  ): Promise<EnforcementRun>;
  watchControls(order: RunOrder): Promise<WatchedByHand>;
  /** One run of a job that takes the events of schedules. */
  start(job: ByHandJobName, order: RunOrder): Promise<EndedRun>;
  close(): Promise<void>;
}

/** The event of a run by hand: the name of its schedule is the end of its id, which tells two runs of one moment apart. */
export function byHandEvent(
  job: ByHandJobName,
  { runId, atMs, dryRun }: RunOrder,
): ScheduledRun & { readonly job: ByHandJobName } {
  const schedule = runId.slice(runIdOf(job, atMs, '').length);
  return { job, schedule, scheduledTime: new Date(atMs).toISOString(), ...(dryRun && { dryRun }) };
}
