import type { EnforcementRun } from '../../shared/application/enforcement/enforce-budgets.ts';
import type { PlanOrder } from '../../shared/domain/runs/run-purpose.ts';
import type { Watch } from '../../shared/application/controls/watch-controls.ts';
import type { Progress } from '../../shared/application/runs/run-context.ts';

/** A run that somebody asks for. */
export interface RunOrder {
  readonly runId: string;
  /** Unix milliseconds as of which it runs. */
  readonly atMs: number;
  readonly dryRun: boolean;
}

export interface EnforceOrder extends RunOrder {
  /** Applies a plan that somebody looked at, instead of doing the whole of a night. */
  readonly apply?: PlanOrder;
}

/** What a look at the controls came to; on a deployment, what it found stands in its tables. */
export type WatchedByHand = Omit<Watch, 'reports'> & Partial<Pick<Watch, 'reports'>>;

/** Does runs, on this machine or by asking the functions of a deployment. Each gives the run once it has ended. */
export interface RunsByHand {
  enforce(order: EnforceOrder, progress?: Progress): Promise<EnforcementRun>;
  watchControls(order: RunOrder): Promise<WatchedByHand>;
  close(): Promise<void>;
}
