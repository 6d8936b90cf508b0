import { byHandSchedule, type ByHandRequest } from '../contracts/enforce-request.ts';
import type { StartedRunDocument } from '../contracts/documents/run-documents.ts';
import type { ScheduledRun } from '../contracts/scheduled-run.ts';
import { applySuffix, enforceJob, runIdOf } from '../domain/runs/run-id.ts';
import type { PlanOrder } from '../domain/runs/run-purpose.ts';
import type { Answer, OperationWork } from './operation.ts';
import { Problem } from './problem.ts';

type Starting = Pick<OperationWork, 'starter' | 'ids' | 'caller'>;

/** Starts a run of a job as of a moment (Unix milliseconds), or says what the command line is to run by itself. */
export async function startRunOf(work: Starting, job: string, atMs: number): Promise<Answer<StartedRunDocument>> {
  const scheduledTime = new Date(atMs).toISOString();
  const word = wordOf(work);
  if (job === enforceJob) {
    return started(work, byHandRequest(runIdOf(job, atMs, word), scheduledTime));
  }
  const schedule = `${byHandSchedule}-${word}`;
  return started(work, { job, schedule, scheduledTime }, runIdOf(job, atMs, schedule));
}

/** The same for the run that applies a plan, unless the run is left to the command line that asks for it. */
export async function startApplying(
  work: Starting,
  apply: PlanOrder,
  { atMs, isLeft }: { readonly atMs: number; readonly isLeft: boolean },
): Promise<Answer<StartedRunDocument>> {
  const runId = runIdOf(enforceJob, atMs, `${applySuffix}-${wordOf(work)}`);
  if (isLeft && work.caller.via !== 'machine') {
    const problem = 'is for the command line on one machine; leave it out, and the deployment makes the run';
    throw new Problem('invalid-input', `start ${problem}`, { fields: [{ field: 'body.start', problem }] });
  }
  const request = { ...byHandRequest(runId, new Date(atMs).toISOString()), apply };
  return started(isLeft ? {} : work, request);
}

function byHandRequest(runId: string, scheduledTime: string): ByHandRequest {
  return { job: enforceJob, schedule: byHandSchedule, scheduledTime, runId };
}

/** Tells runs by hand apart, those of one moment too; the same for a call that is repeated under its key. */
function wordOf({ ids }: Pick<OperationWork, 'ids'>): string {
  return ids.next().replaceAll('-', '').slice(0, 16);
}

async function started(
  { starter }: Pick<OperationWork, 'starter'>,
  request: ByHandRequest | ScheduledRun,
  runId = 'runId' in request ? request.runId : '',
): Promise<Answer<StartedRunDocument>> {
  const { job, scheduledTime: at } = request;
  if (starter !== undefined && !starter.jobs.includes(job)) {
    throw new Problem('conflict', `The installation has no job “${job}”: deploy this version of curfew first`);
  }
  await starter?.start(request);
  const isStarted = starter !== undefined;
  return {
    document: { run: runId, job, at, isStarted },
    ...(isStarted && { goesOnAt: `/runs/${encodeURIComponent(runId)}` }),
    text: () => (isStarted ? `Run ${runId} is asked for.` : `Run ${runId} is to be made by the command line.`),
  };
}
