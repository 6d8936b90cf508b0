import type { DigestRun } from '../../shared/application/watchers/digest/send-digest.ts';
import { scheduledHandler, type ScheduledDeps } from '../../shared/runtime/scheduled-handler.ts';
import { job } from './job.ts';

/** How long a call with all its retries, and the mail after it, may take. */
const stopEarlyMs = 300_000;

/** Writes the digest, where it is due. */
export function createHandler(deps: ScheduledDeps<DigestRun>) {
  return scheduledHandler({ name: job.name, stopEarlyMs }, deps);
}
