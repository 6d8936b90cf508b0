import { setTimeout as sleep } from 'node:timers/promises';

import { runIdOfRequest, type RunRequest } from '../../shared/enforcement/contract.ts';
import { byHandJobs } from '../../shared/jobs.ts';
import type { RunStarter } from '../../shared/kernel/api/operation.ts';
import { Problem } from '../../shared/kernel/api/problem.ts';

const waitingMax = 20;
const pauseMsUsual = 3_000;
/** Longer than the longest lease, so that a forged lease delays a run only this long. */
const triesMax = 400;
const stopMsMax = 8_000;

/** Starts one machine's runs in the background; those of a job run in sequence. */
export function askedRuns({
  run,
  pauseMs = pauseMsUsual,
}: {
  /** Makes the run with the schedule's resources. `busy`: another run of the job is active. Must not reject. */
  readonly run: (request: RunRequest) => Promise<'ended' | 'busy'>;
  /** Delay before retrying a busy run; shorter in tests. */
  readonly pauseMs?: number;
}): RunStarter & {
  /** Starts no further run, and waits a limited time for active ones: the next run finishes the rest. */
  stop(): Promise<void>;
} {
  const waiting = new Set<string>();
  const lastOfJob = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const untilDone = async (request: RunRequest): Promise<void> => {
    for (let tries = 0; tries < triesMax && !stopping.signal.aborted; tries += 1) {
      if ((await run(request)) === 'ended') {
        return;
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  return {
    jobs: byHandJobs.map(({ name }) => name),
    async start(request) {
      const id = runIdOfRequest(request);
      if (waiting.has(id)) {
        return Promise.resolve();
      }
      if (waiting.size >= waitingMax) {
        throw new Problem(
          'busy',
          `${waitingMax} runs wait already; look at "npx curfew runs list", and ask again later`,
        );
      }
      waiting.add(id);
      const before = lastOfJob.get(request.job);
      lastOfJob.set(
        request.job,
        (async () => {
          await before;
          await untilDone(request);
          waiting.delete(id);
        })(),
      );
    },
    async stop() {
      stopping.abort();
      const late = new AbortController();
      await Promise.race([
        Promise.all(lastOfJob.values()),
        sleep(stopMsMax, undefined, { signal: late.signal }).catch(() => {}),
      ]);
      late.abort();
    },
  };
}
