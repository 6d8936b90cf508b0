import type { RunStore } from '../../../shared/kernel/runs/ports.ts';
import { minuteText } from '../../../shared/kernel/time/day.ts';
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
