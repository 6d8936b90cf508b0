import type { watchReadiness } from '../../shared/application/watchers/readiness/watch-readiness.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long a page with all its retries, and the mail after it, may take. */
const stopEarlyMs = 300_000;

/** Reads the readiness reports once. */
export function createHandler(deps: ScheduledDeps<Awaited<ReturnType<typeof watchReadiness>>>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
