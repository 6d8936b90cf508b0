import { isNightlyRun } from '../kernel/runs/run-id.ts';
import type { Hold, Run } from '../kernel/runs/run.ts';
import type { KnownUser } from './person.ts';

interface RosterFacts {
  readonly before: number;
  readonly read: number;
  readonly left: number;
  readonly emailLost: number;
  readonly unreadable: number;
}

const many = 50;
const few = 5;
const shareMax = 0.1;

/** Whether a roster looks damaged: a lost page or field shows in nothing but numbers. */
export function isDoubtfulRoster(facts: RosterFacts): boolean {
  return isEmpty(facts) || areMany(facts.left, facts) || areMany(facts.emailLost, facts);
}

/** Returns what the admins should know about a roster, a sentence each. */
export function describeRoster(facts: RosterFacts): readonly string[] {
  const { before, left, emailLost, unreadable } = facts;
  const rows = unreadable === 1 ? 'row' : 'rows';
  const said: readonly (readonly [boolean, string])[] = [
    [
      isEmpty(facts),
      `The platform gave an empty roster, where it had ${before} users: caps were set for those it had, and users who joined since have none yet. The next run reads it again`,
    ],
    [
      areMany(left, facts),
      `${left} of ${before} users are missing from the roster all at once: they keep their last caps. The next run reads it again; if they did leave, there is nothing to do`,
    ],
    [
      areMany(emailLost, facts),
      `${emailLost} of ${before} users have no email on the roster any more, all at once: they keep their last caps. The next run reads it again`,
    ],
    [unreadable > 0, `${unreadable} ${rows} of the roster cannot be read: new users among them have no cap yet`],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

function isEmpty({ read, before }: RosterFacts): boolean {
  return read === 0 && before > 0;
}

function areMany(users: number, { before }: RosterFacts): boolean {
  return users >= many || users > Math.max(few, before * shareMax);
}

export type ReadingVerdict =
  /** `through`: ISO instant of the reading. */
  { readonly kind: 'trusted'; readonly through: string } | { readonly kind: 'untrusted'; readonly hold: Hold };

/**
 * Judges the last finished night that read the roster. If it failed, is in doubt, or misses many people at once, the
 * next night reports what then still holds. `runs`: of the job that sets limits, newest first.
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

function hasRead({ outcome }: Run): boolean {
  return outcome !== undefined && outcome.held?.guard !== 'another-run' && outcome.held?.guard !== 'newer-run';
}

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
