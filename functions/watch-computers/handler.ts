import type { watchComputers } from '../../shared/application/watchers/computers/watch-computers.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long a request with all its retries, and the mail after it, may take. */
const stopEarlyMs = 300_000;

/** Looks at the computers once. */
export function createHandler(deps: ScheduledDeps<Awaited<ReturnType<typeof watchComputers>>>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
