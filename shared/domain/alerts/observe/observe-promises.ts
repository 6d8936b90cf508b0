import { formatScope } from '../../budgets/scope.ts';
import { poolName } from '../../explanation/describe-pool.ts';
import type { SharedPool } from '../../caps/divide-shares.ts';
import { limitCompliance, type ComplianceTerms } from '../../limits/limit-compliance.ts';
import { isWithin } from '../../budgets/window.ts';
import type { RestatedDay } from '../../journal/restated-days.ts';
import type { Matter } from '../matter.ts';
import { promiseBrokenMatter } from '../matters.ts';
import { overusedPoolMatter, unlimitedMembersMatter, type NamedPool } from '../pool-matters.ts';

/** What a night knows of pools and of what was promised. */
export interface WatchedPools extends ComplianceTerms {
  readonly pools: readonly SharedPool[];
  /** Emails by user id. */
  readonly emails: ReadonlyMap<string, string>;
  /** Days whose figures this night found changed after they counted as known. */
  readonly restated: readonly RestatedDay[];
}

/** What has become of the promises of strict pools: at most one matter a pool, the gravest. */
export function observePromises(watched: WatchedPools): readonly Matter[] {
  return watched.pools
    .filter(({ guarantee, isNext }) => guarantee.kind === 'strict' && !isNext)
    .flatMap((pool) => overuseOf(pool, watched) ?? restatementOf(pool, watched) ?? unlimitedIn(pool, watched) ?? []);
}

function overuseOf(pool: SharedPool, watched: WatchedPools): Matter | undefined {
  const kept = limitCompliance(pool, watched);
  if (kept === undefined) {
    return undefined;
  }
  const { day, overuses, wasCovered } = kept;
  const passedByCredits = pool.knownCredits - pool.amountCredits;
  const isBroken = overuses.length > 0 || (wasCovered && passedByCredits > 0);
  const overuseCredits = overuses.reduce((sum, { credits }) => sum + credits, 0);
  const who = overuses.map(({ userId }) => nameOf(userId, watched));
  return isBroken ? overusedPoolMatter(named(pool), { day, passedByCredits, overuseCredits, who }) : undefined;
}

/** A day that counted as known was less than it is now, and what was given on the strength of it is too much. */
function restatementOf(pool: SharedPool, { restated }: WatchedPools): Matter | undefined {
  const excessCredits = pool.exposureCredits - pool.amountCredits;
  if (pool.isCovered || pool.unboundedIds.length > 0 || excessCredits <= 0) {
    return undefined;
  }
  const members = new Set(pool.memberIds);
  const [gravest] = restated
    .filter(({ day }) => isWithin(day, pool.window))
    .map((day) => ({ ...day, moreCredits: moreOf(day, members) }))
    .filter(({ moreCredits }) => moreCredits > 0)
    .toSorted((a, b) => b.moreCredits - a.moreCredits);
  return gravest === undefined
    ? undefined
    : promiseBrokenMatter({
        ...gravest,
        key: named(pool).key,
        scope: named(pool).title,
        costCredits: Math.min(gravest.moreCredits, excessCredits),
        owners: pool.owners,
      });
}

function moreOf({ users }: RestatedDay, members: ReadonlySet<string>): number {
  return users.reduce((sum, { userId, moreCredits }) => (members.has(userId) ? sum + moreCredits : sum), 0);
}

/** Who merely got the first limit tonight is no matter: nothing but time is missing. */
function unlimitedIn(pool: SharedPool, watched: WatchedPools): Matter | undefined {
  const unlimited = pool.unboundedIds.filter((userId) => {
    const confirmed = watched.records.get(userId)?.confirmed;
    return confirmed === undefined || confirmed.limitCredits >= watched.unlimitedCredits;
  });
  // Where nobody has a limit yet there is no guarantee to speak of.
  const isOfSome = unlimited.length > 0 && unlimited.length < pool.memberIds.length;
  return isOfSome
    ? unlimitedMembersMatter(
        named(pool),
        unlimited.map((userId) => nameOf(userId, watched)),
      )
    : undefined;
}

function named(pool: SharedPool): NamedPool {
  const { scope, window, owners } = pool;
  return { key: `${formatScope(scope)}/${window.kind}`, title: `${poolName(pool)}, ${window.kind}`, owners };
}

function nameOf(userId: string, { emails }: WatchedPools): string {
  return emails.get(userId) ?? `user ${userId}`;
}
