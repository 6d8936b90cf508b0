import type { Watch } from '../../shared/application/controls/watch-controls.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long a page with all its retries, and evidence and mail after it, may take. */
const stopEarlyMs = 300_000;

/** Looks at the controls once. */
export function createHandler(deps: ScheduledDeps<Watch>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
