import { Logger } from '@aws-lambda-powertools/logger';
import { createHandler as createDeliverMails } from '../functions/deliver-mails/handler.ts';
import { createHandler as createEnforceBudgets } from '../functions/enforce-budgets/handler.ts';
import { createHandler as createWatchControls } from '../functions/watch-controls/handler.ts';
import { createHandler as createWatchMail, type Deps as MailDeps } from '../functions/watch-mail/handler.ts';
import { createHandler as createWatchEdits } from '../functions/watch-edits/handler.ts';
import { immediateSteps } from '../shared/adapters/memory/immediate-steps.ts';
import type { EnforcementRun } from '../shared/application/enforcement/enforce-budgets.ts';
import type { EnforcementOrder } from '../shared/application/enforcement/enforcement-work.ts';
import type { Clock } from '../shared/application/runs/ports.ts';
import type { Watch, WatchOrder } from '../shared/application/controls/watch-controls.ts';
import type { EditsOrder, EditsWatched } from '../shared/application/edits/watch-edits.ts';
import { EnforceRequest } from '../shared/contracts/enforce-request.ts';
import { durableRuns, jobList, streamJobList, type JobName, type ScheduledRun } from '../shared/contracts/job-list.ts';
import { TableChanges } from '../shared/contracts/table-changes.ts';
import { randomIds } from '../shared/runtime/random-ids.ts';
import { lambdaContext } from './lambda-context.ts';
import type { Mailer } from './mailer.ts';
import type { HandOver } from './table-feed.ts';

export interface JobDeps extends Pick<MailDeps, 'countReachable' | 'recordMailEvent'> {
  readonly clock: Clock;
  readonly enforceBudgets: (order: EnforcementOrder) => Promise<EnforcementRun>;
  readonly watchControls: (order: WatchOrder) => Promise<Watch>;
  readonly mailer: Mailer;
}

/** Runs the job that an event names, with the same handler as in AWS. Raises what the handler raises. */
export type RunJob = (event: ScheduledRun) => Promise<void>;

/** The handlers of `functions/`, by the folder that the job list names. */
export function jobRunner({ clock, enforceBudgets, watchControls, mailer, ...mailEvents }: JobDeps): RunJob {
  // What a handler logs is for the log service of AWS; here, the night itself is told.
  const logger = new Logger({ logLevel: 'SILENT' });
  const steps = immediateSteps();
  const runMsMax = (job: keyof typeof durableRuns) => durableRuns[job].runLimitSeconds * 1000;
  const enforce = createEnforceBudgets({ logger, clock, steps, runMsMax: runMsMax('enforce'), enforceBudgets });
  const watch = createWatchControls({ logger, clock, watchControls });
  const mails = createDeliverMails({
    logger,
    clock,
    steps,
    runMsMax: runMsMax('mails'),
    sendMails: async (order) => mailer.send(steps, order),
  });
  const watchMail = createWatchMail({ logger, ...mailEvents });

  return async (event) => {
    const { functionFolder, ...limits } = jobOf(event.job);
    const context = lambdaContext(functionFolder, limits, clock);
    switch (event.job) {
      case 'enforce':
        await enforce(EnforceRequest.parse(event), context);
        return;
      case 'controls':
        await watch({ ...event, job: event.job }, context);
        return;
      case 'mails':
        await mails({ ...event, job: event.job }, context);
        return;
      case 'bounces':
        await watchMail({ ...event, job: event.job }, context);
    }
  };
}

/** Hands changes of tables to the function that watches edits, with the same handler as in AWS. */
export function editsRunner(clock: Clock, watchEdits: (order: EditsOrder) => Promise<EditsWatched>): HandOver {
  const logger = new Logger({ logLevel: 'SILENT' });
  const handler = createWatchEdits({ logger, clock, ids: randomIds, watchEdits });
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
