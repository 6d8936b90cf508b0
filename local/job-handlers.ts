import { Logger } from '@aws-lambda-powertools/logger';
import { createHandler as createEnforceBudgets } from '../functions/enforce-budgets/handler.ts';
import { createHandler as createWatchControls } from '../functions/watch-controls/handler.ts';
import { createHandler as createWatchMail, type Deps as MailDeps } from '../functions/watch-mail/handler.ts';
import { createHandler as createWatchEdits } from '../functions/watch-edits/handler.ts';
import type { Night, NightOrder } from '../shared/application/enforce-budgets.ts';
import type { Clock } from '../shared/application/ports.ts';
import type { Watch, WatchOrder } from '../shared/application/watch-controls.ts';
import type { EditsOrder, EditsWatched } from '../shared/application/watch-edits.ts';
import { jobList, streamJobList, type JobName, type ScheduledRun } from '../shared/contracts/job-list.ts';
import { TableChanges } from '../shared/contracts/table-changes.ts';
import { lambdaContext } from './lambda-context.ts';
import type { HandOver } from './table-feed.ts';

export interface JobDeps extends Pick<MailDeps, 'countReachable' | 'recordMailEvent'> {
  readonly clock: Clock;
  readonly enforceBudgets: (order: NightOrder) => Promise<Night>;
  readonly watchControls: (order: WatchOrder) => Promise<Watch>;
}

/** Runs the job that an event names, with the same handler as in AWS. Raises what the handler raises. */
export type RunJob = (event: ScheduledRun) => Promise<void>;

/** The handlers of `functions/`, by the folder that the job list names. */
export function jobRunner({ clock, enforceBudgets, watchControls, ...mail }: JobDeps): RunJob {
  // What a handler logs is for the log service of AWS; here, the night itself is told.
  const logger = new Logger({ logLevel: 'SILENT' });
  const enforce = createEnforceBudgets({ logger, clock, enforceBudgets });
  const watch = createWatchControls({ logger, clock, watchControls });
  const watchMail = createWatchMail({ logger, ...mail });

  return async (event) => {
    const { functionFolder, ...limits } = jobOf(event.job);
    const context = lambdaContext(functionFolder, limits, clock);
    switch (event.job) {
      case 'enforce':
        await enforce({ ...event, job: event.job }, context);
        return;
      case 'controls':
        await watch({ ...event, job: event.job }, context);
        return;
      case 'bounces':
        await watchMail({ ...event, job: event.job }, context);
    }
  };
}

/** Hands changes of tables to the function that watches edits, with the same handler as in AWS. */
export function editsRunner(clock: Clock, watchEdits: (order: EditsOrder) => Promise<EditsWatched>): HandOver {
  const logger = new Logger({ logLevel: 'SILENT' });
  const handler = createWatchEdits({ logger, clock, watchEdits });
  const [{ functionFolder, ...limits }] = streamJobList;
  return async (event) => handler(TableChanges.parse(event), lambdaContext(functionFolder, limits, clock));
}

function jobOf(name: JobName): (typeof jobList)[number] {
  const job = jobList.find((candidate) => candidate.name === name);
  if (job === undefined) {
    throw new Error(`there is no job "${name}"`);
  }
  return job;
}
