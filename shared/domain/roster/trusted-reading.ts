import { isNightlyRun } from '../runs/run-id.ts';
import type { Hold, Run } from '../runs/run.ts';
import type { KnownUser } from './person.ts';
import { isDoubtfulRoster } from './roster-doubt.ts';

/** Whether what the last night read may be reported. */
export type ReadingVerdict =
  /** `through`: ISO instant as of which it was read. */
  { readonly kind: 'trusted'; readonly through: string } | { readonly kind: 'untrusted'; readonly hold: Hold };

/**
 * Judges the last night that read the roster and has ended by now. One that failed, whose figures are in doubt, or that
 * misses many people at once tells nothing: the next night tells what then is still so. `runs`: of the job that sets
 * limits, the newest first.
 */
export function judgeReading(runs: readonly Run[], users: readonly KnownUser[], at: string): ReadingVerdict {
  const night = runs.find((run) => run.at <= at && isNightlyRun(run.runId) && hasRead(run));
  if (night?.outcome === undefined) {
    return untrusted('no night has read the roster yet');
  }
  const { status, held, problems } = night.outcome;
  if (status === 'failed') {
    return untrusted(`the run ${night.runId} failed${problems[0] === undefined ? '' : `: ${problems[0]}`}`);
  }
  if (held?.guard === 'trust-gate') {
    return untrusted(`the figures of the run ${night.runId} are in doubt: ${held.detail}`);
  }
  const missing = missingAtOnce(users, night.at);
  return missing === undefined ? { kind: 'trusted', through: night.at } : untrusted(missing);
}

function untrusted(detail: string): ReadingVerdict {
  return { kind: 'untrusted', hold: { guard: 'trust-gate', detail } };
}

/** A run that another one kept from working has read nothing; one that has not ended may have read a part. */
function hasRead({ outcome }: Run): boolean {
  return outcome !== undefined && outcome.held?.guard !== 'another-run' && outcome.held?.guard !== 'newer-run';
}

/** A list from which a page was lost shows that by nothing else. */
function missingAtOnce(users: readonly KnownUser[], at: string): string | undefined {
  const seenAt = (kind: string) =>
    users.filter(({ events }) => events?.at(-1)?.kind === kind && events.at(-1)?.at === at);
  const left = seenAt('left').length;
  const emailLost = seenAt('email-changed').filter(({ email }) => email === undefined).length;
  const read = users.filter(({ goneSince }) => goneSince === undefined).length;
  const isDoubtful = isDoubtfulRoster({ before: read + left, read, left, emailLost, unreadable: 0 });
  return isDoubtful
    ? `${left} users are missing from the roster and ${emailLost} have lost their email all at once: the next reading tells whether that is so`
    : undefined;
}
