import type { watchRoster } from '../../shared/application/watchers/watch-roster.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long the conditions and the mail take at the end. */
const stopEarlyMs = 120_000;

/** Looks at the roster once. */
export function createHandler(deps: ScheduledDeps<Awaited<ReturnType<typeof watchRoster>>>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
