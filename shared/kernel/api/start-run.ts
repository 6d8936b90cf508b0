import { byHandSchedule, runIdOfRequest, type ByHandRequest, type RunRequest } from '../../enforcement/contract.ts';
import type { StartedRunDocument } from '../runs/contract/run-documents.ts';
import { aheadOfClock, applySuffix, enforceJob, runIdOf } from '../runs/run-id.ts';
import type { PlanOrder } from '../runs/run.ts';
import { addDays, dayOf } from '../time/day.ts';
import { authorOf, type Answer, type OperationWork } from './operation.ts';
import { Problem } from './problem.ts';

/** Starts a run of a job as of a moment (Unix milliseconds), or says what the command line is to run by itself. */
export async function startRunOf(work: OperationWork, job: string, atMs: number): Promise<Answer<StartedRunDocument>> {
  const asked = await askOf(work, atMs);
  const { word, asOfMs } = asked;
  const scheduledTime = isoOf(asOfMs);
  if (job === enforceJob) {
    return started(work, asked, byHandRequest(runIdOf(job, asOfMs, word), scheduledTime));
  }
  return started(work, asked, { job, schedule: `${byHandSchedule}-${word}`, scheduledTime });
}

/** The same for the run that applies a plan, unless the run is left to the command line that asks for it. */
export async function startApplying(
  work: OperationWork,
  apply: PlanOrder,
  { atMs, isLeft }: { readonly atMs: number; readonly isLeft: boolean },
): Promise<Answer<StartedRunDocument>> {
  if (isLeft && work.caller.via !== 'machine') {
    const problem = 'is for the command line on one machine; leave it out, and the deployment makes the run';
    throw new Problem('invalid-input', `start ${problem}`, { fields: [{ field: 'body.start', problem }] });
  }
  const asked = await askOf(work, atMs);
  const runId = runIdOf(enforceJob, asked.asOfMs, `${applySuffix}-${asked.word}`);
  const request = { ...byHandRequest(runId, isoOf(asked.asOfMs)), apply };
  const { starter: _, ...left } = work;
  return started(isLeft ? left : work, asked, request);
}

function byHandRequest(runId: string, scheduledTime: string): ByHandRequest {
  return { job: enforceJob, schedule: byHandSchedule, scheduledTime, runId };
}

interface Ask {
  /** Tells runs by hand apart, those of one moment too; the same for a call that is repeated under its key. */
  readonly word: string;
  /** The moment of the run, in Unix milliseconds. */
  readonly asOfMs: number;
  readonly isRepeated: boolean;
}

/** More than anybody asks for in two days. */
const asksMax = 1_000;

/** The ask that a call is: where it is repeated under its key, the one that stands in the journal, so that it is one run. */
async function askOf({ ids, isKeyed, installation, nowMs }: OperationWork, atMs: number): Promise<Ask> {
  const ahead = aheadOfClock(atMs, nowMs);
  if (ahead !== undefined) {
    throw new Problem('invalid-input', `No run was started: ${ahead}`, {
      fields: [{ field: 'body.at', problem: ahead }],
    });
  }
  const word = ids.next().replaceAll('-', '').slice(0, 16);
  const today = dayOf(nowMs);
  const asks =
    isKeyed === true
      ? await installation.journal.list({ from: addDays(today, -1), through: today }, asksMax, ['run-asked'])
      : [];
  const asOf = asks.find(({ id }) => id === askIdOf(word))?.detail['asOf'];
  return typeof asOf === 'string'
    ? { word, asOfMs: Date.parse(asOf), isRepeated: true }
    : { word, asOfMs: Math.min(atMs, nowMs), isRepeated: false };
}

function askIdOf(word: string): string {
  return `run-asked/${word}`;
}

/** Starts the run, once it stands in the journal who asked for it. */
async function started(
  work: OperationWork,
  { word, isRepeated }: Ask,
  request: RunRequest,
): Promise<Answer<StartedRunDocument>> {
  const { starter, installation } = work;
  const { job, scheduledTime: asOf } = request;
  const runId = runIdOfRequest(request);
  if (starter !== undefined && !starter.jobs.includes(job)) {
    throw new Problem('conflict', `The installation has no job “${job}”: deploy this version of curfew first`);
  }
  if (starter !== undefined && !isRepeated) {
    const { name: actor, at } = authorOf(work);
    await installation.journal.append([
      { id: askIdOf(word), at, kind: 'run-asked', actor, runId, detail: { job, asOf } },
    ]);
  }
  await starter?.start(request);
  const isStarted = starter !== undefined;
  return {
    document: { run: runId, job, at: asOf, isStarted },
    ...(isStarted && { goesOnAt: `/runs/${encodeURIComponent(runId)}` }),
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
