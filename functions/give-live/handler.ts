import type { giveLive } from '../../shared/application/enforcement/live/give-live.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long a page or a PUT with all its retries, and the mail after it, may take. */
const stopEarlyMs = 300_000;

/** Looks at the totals once, and gives what is free. */
export function createHandler(deps: ScheduledDeps<Awaited<ReturnType<typeof giveLive>>>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
