import type { watchSessions } from '../../shared/application/watchers/sessions/watch-sessions.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long a page with all its retries, and the mail after it, may take. */
const stopEarlyMs = 300_000;

/** Looks at the sessions once. */
export function createHandler(deps: ScheduledDeps<Awaited<ReturnType<typeof watchSessions>>>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
