import { setTimeout as sleep } from 'node:timers/promises';

import type { ApiClient } from '../../../shared/kernel/api/client/api-client.ts';
import { Problem } from '../../../shared/kernel/api/problem.ts';
import type { RunRecordDocument, StartedRunDocument } from '../../../shared/kernel/runs/contract/run-documents.ts';
import type { RunStore } from '../../../shared/kernel/runs/ports.ts';
import type { Hold, Run, RunOutcome } from '../../../shared/kernel/runs/run.ts';
import { minuteText } from '../../../shared/kernel/time/day.ts';
import type { CommandContext } from '../../frame/command-context.ts';
import { CommandError } from '../../frame/command-error.ts';
import type { EndedRun } from './runs-by-hand.ts';

/** Waiting as a test can do it. */
interface Waiting {
  /** Unix milliseconds. */
  now(): number;
  pause(ms: number): Promise<void>;
  note(text: string): void;
  /** Asks for the run once more, under the same id: it is the same run, however often it is asked for. */
  askAgain(): Promise<void>;
}

/** An event reaches its function within seconds; what takes longer has another run in its way, or is not let in. */
const beginMsMax = 10 * 60_000;
const endMsMax = 60 * 60_000;
const pollMsMin = 100;
const pollMsMax = 5_000;
const noteMs = 30_000;

/** So many of the latest runs are looked through for the one that is in the way. */
const recentMax = 20;

/**
 * Waits until the record of a run says how it ended. A run that finds another at work leaves no record, so that one
 * without a record is asked for again. Raises CommandError when it does not begin, or does not end, in time; the run
 * itself goes on without anybody who waits.
 */
export async function awaitRun(
  runs: Pick<RunStore, 'find' | 'list'>,
  { runId, job }: { readonly runId: string; readonly job: string },
  waiting: Waiting,
): Promise<EndedRun> {
  const askedMs = waiting.now();
  let notedMs = askedMs;
  for (let pollMs = pollMsMin; ; pollMs = Math.min(pollMs * 1.5, pollMsMax)) {
    const run = await runs.find(runId);
    if (run?.outcome !== undefined) {
      return { run, outcome: run.outcome };
    }
    const waitedMs = waiting.now() - askedMs;
    if (run === undefined && waitedMs >= beginMsMax) {
      throw new CommandError(await notBegun(runs, { runId, job }));
    }
    if (waitedMs >= endMsMax) {
      throw new CommandError(
        `The run ${runId} has not ended after ${minutes(endMsMax)} minutes; it may still: look with "npx curfew runs show ${runId}"`,
      );
    }
    if (waiting.now() - notedMs >= noteMs) {
      notedMs = waiting.now();
      waiting.note(`${run === undefined ? 'Not begun' : 'Still at work'} after ${Math.round(waitedMs / 1_000)} s`);
      if (run === undefined) {
        await waiting.askAgain();
      }
    }
    await waiting.pause(pollMs);
  }
}

async function notBegun(
  runs: Pick<RunStore, 'list'>,
  { runId, job }: { readonly runId: string; readonly job: string },
): Promise<string> {
  const recent = await runs.list(job, recentMax);
  const other = recent.find(({ outcome }) => outcome === undefined);
  const why =
    other === undefined
      ? 'another run was at work, or the function could not start: look at the alarms and at its log'
      : `the run ${other.runId} has been at work since ${minuteText(other.startedAt)}, and one works at a time`;
  return `The run ${runId} has not begun within ${minutes(beginMsMax)} minutes (${why}). It may still: look with "npx curfew runs show ${runId}" before you ask again`;
}

function minutes(ms: number): number {
  return ms / 60_000;
}

/** Waits for a run that was asked for, with its record behind an API, until it has ended. */
export async function endOf(
  context: CommandContext,
  api: ApiClient,
  { started, askAgain }: { readonly started: StartedRunDocument; readonly askAgain: () => Promise<unknown> },
): Promise<EndedRun> {
  const { run: runId, job } = started;
  context.note(`Run ${runId} is asked for; it goes on without this command`);
  return awaitRun(
    runsBehind(api),
    { runId, job },
    {
      now: () => context.io.now(),
      pause: async (ms) => sleep(ms),
      note: (text) => context.note(text),
      askAgain: async () => {
        await askAgain();
      },
    },
  );
}

function runsBehind(api: ApiClient): Pick<RunStore, 'find' | 'list'> {
  return {
    async find(runId) {
      try {
        const { document } = await api.read('showRun', { run: runId });
        return runOf(document);
      } catch (error) {
        if (error instanceof Problem && error.kind === 'not-found') {
          return undefined;
        }
        throw error;
      }
    },
    async list(job, countMax) {
      const { document } = await api.read('listRuns', { job, newest: String(countMax) });
      return document.rows.map(runOf);
    },
  };
}

/** The run that a record shows. */
export function runOf({
  run,
  job,
  at,
  startedAt,
  finishedAt,
  status,
  cutOff: _cutOff,
  found,
  ...record
}: RunRecordDocument): Run {
  const { dataThrough, held, findings, ...figures } = record;
  const outcome: RunOutcome | undefined =
    status === null
      ? undefined
      : {
          ...figures,
          status,
          isUnfinished: false,
          ...(dataThrough !== null && { dataThrough }),
          ...(held !== null && { held: held as Hold }),
          findings,
          findingsMore: findings === undefined ? undefined : (found ?? 0) - findings.length,
        };
  return {
    runId: run,
    job,
    at,
    startedAt,
    ...(finishedAt !== null && { finishedAt }),
    outcome,
  };
}
