import { formatScope, type Scope } from '../../budgets/scope.ts';
import { isWithin } from '../../budgets/window.ts';
import type { SharedPool } from '../../caps/shares/divide-shares.ts';
import { poolName } from '../../explanation/describe-pool.ts';
import type { RestatedDay } from '../../journal/day-entries.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { creditsPhrase } from '../../kernel/texts/credits.ts';
import { someNames } from '../../kernel/texts/some-names.ts';
import { type Day, dayText } from '../../kernel/time/day.ts';
import { type ComplianceTerms, limitCompliance } from '../../limits/limit-compliance.ts';
import { observationOf, type Observation } from '../observation.ts';
import { shortKey } from '../short-key.ts';
import { promiseBrokenObservation } from './common-observations.ts';

export interface WatchedPools extends ComplianceTerms {
  readonly pools: readonly SharedPool[];
  readonly emails: ReadonlyMap<string, string>;
  /** ISO instants or days until which members are exempt, by user id. */
  readonly exemptUntil: ReadonlyMap<string, string>;
  readonly restated: readonly RestatedDay[];
}

/** Observes the guarantees of strict pools: at most one observation per pool, the worst. */
export function observePromises(watched: WatchedPools): readonly Observation[] {
  return watched.pools
    .filter(({ guarantee, isNext }) => guarantee.kind === 'strict' && !isNext)
    .flatMap((pool) => overuseOf(pool, watched) ?? restatementOf(pool, watched) ?? unlimitedIn(pool, watched) ?? []);
}

/** Exempt members, whose limit Curfew does not manage: an admin may have lifted it on the platform. */
export function observeUnheld({ pools, exemptUntil, emails }: WatchedPools): readonly Observation[] {
  return pools
    .filter(({ isNext }) => !isNext)
    .flatMap((pool) => {
      const unheld = pool.unboundedIds.filter((userId) => exemptUntil.has(userId));
      const who = unheld.map(
        (userId) => `${emails.get(userId) ?? userId} (until ${dayText(exemptUntil.get(userId) ?? '')})`,
      );
      return unheld.length === 0 ? [] : [unheldMembersObservation(named(pool), who)];
    });
}

function overuseOf(pool: SharedPool, watched: WatchedPools): Observation | undefined {
  const kept = limitCompliance(pool, watched);
  if (kept === undefined) {
    return undefined;
  }
  const { day, overuses, wasCovered } = kept;
  const { verdict, knownCredits, amountCredits } = pool;
  // Use before a top-up ended was within the amount of its day.
  const isWithinItsDays = verdict?.kind === 'too-much-allowed' && verdict.endedTopUps !== undefined;
  const passedByCredits = isWithinItsDays ? 0 : knownCredits - amountCredits;
  const isBroken = overuses.length > 0 || (wasCovered && passedByCredits > 0);
  const overuseCredits = overuses.reduce((sum, { credits }) => sum + credits, 0);
  const who = overuses.map(({ userId }) => nameOf(userId, watched));
  return isBroken ? overusedPoolObservation(named(pool), { day, passedByCredits, overuseCredits, who }) : undefined;
}

function restatementOf(pool: SharedPool, { restated }: WatchedPools): Observation | undefined {
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
    : {
        ...promiseBrokenObservation({
          ...gravest,
          key: named(pool).key,
          scope: named(pool).title,
          costCredits: Math.min(gravest.moreCredits, excessCredits),
          owners: pool.owners,
        }),
        scope: pool.scope,
      };
}

function moreOf({ users }: RestatedDay, members: ReadonlySet<string>): number {
  return users.reduce((sum, { userId, moreCredits }) => (members.has(userId) ? sum + moreCredits : sum), 0);
}

/** A member who only got their first limit tonight is left out: only time is missing. */
function unlimitedIn(pool: SharedPool, watched: WatchedPools): Observation | undefined {
  const unlimited = pool.unboundedIds.filter((userId) => {
    if (watched.exemptUntil.has(userId)) {
      return false;
    }
    const confirmed = watched.records.get(userId)?.confirmed;
    return confirmed === undefined || confirmed.limitCredits >= watched.unlimitedCredits;
  });
  // Without any limit there is no guarantee to report.
  const isOfSome = unlimited.length > 0 && unlimited.length < pool.memberIds.length;
  return isOfSome
    ? unlimitedMembersObservation(
        named(pool),
        unlimited.map((userId) => nameOf(userId, watched)),
      )
    : undefined;
}

function named(pool: SharedPool): NamedPool {
  const { scope, window, owners } = pool;
  return { scope, key: `${formatScope(scope)}/${window.kind}`, title: `${poolName(pool)}, ${window.kind}`, owners };
}

function nameOf(userId: string, { emails }: WatchedPools): string {
  return emails.get(userId) ?? `user ${userId}`;
}

interface NamedPool {
  readonly scope: Scope;
  readonly key: string;
  readonly title: string;
  readonly owners: readonly string[];
}

/** More was used of a strict pool than its limits allowed: an assumption of the guarantee is broken. */
function overusedPoolObservation(
  pool: NamedPool,
  broken: {
    readonly day: Day;
    readonly passedByCredits: number;
    readonly overuseCredits: number;
    readonly who: readonly string[];
  },
): Observation {
  const { day, passedByCredits, overuseCredits, who } = broken;
  const isPassed = passedByCredits > 0;
  const cost = isPassed
    ? `is overspent by ${creditsPhrase(passedByCredits)}`
    : `lost ${creditsPhrase(overuseCredits)} to use beyond limits`;
  const cause =
    who.length === 0
      ? `On ${day} it was those who cannot be capped: the guarantee is for the others.`
      : `On ${day} limits were passed by ${creditsPhrase(overuseCredits)} in all: ${someNames(who)}.`;
  return observationOf({
    topic: 'promise-broken',
    key: pool.key,
    // Reported again when a pool exceeds its amount, or by four times as much.
    fingerprint: `${isPassed ? 'passed' : 'overused'}-${Math.floor(Math.log(Math.max(1, isPassed ? passedByCredits : overuseCredits)) / Math.log(4))}`,
    severity: isPassed ? 'critical' : 'medium',
    owners: pool.owners,
    scope: pool.scope,
    headline: `The promise of the pool ${pool.title}, did not hold: it ${cost}`,
    details: [
      cause,
      who.length === 0
        ? 'Give them an email on the platform, or take them out of the team.'
        : 'If turns run on past a limit here, raise pools.inFlightCredits in the settings; if old limits go on for longer, pools.enforcementDelayMinutes. Also look whether someone changed limits by hand.',
    ],
    resolvesAfterNights: 7,
  });
}

function unlimitedMembersObservation(pool: NamedPool, who: readonly string[]): Observation {
  const { length } = who;
  return observationOf({
    topic: 'promise-broken',
    key: pool.key,
    fingerprint: `unlimited-${shortKey(JSON.stringify(who))}`,
    severity: 'medium',
    owners: pool.owners,
    scope: pool.scope,
    headline: `The pool ${pool.title}, is not guaranteed: ${length === 1 ? 'a member has' : `${grouped(length)} members have`} no limit`,
    details: [
      `Without a confirmed limit: ${someNames(who)}.`,
      'See "npx curfew explain EMAIL" for each: who is exempt, or whose row is refused, gets none.',
    ],
    resolvedHeadline: `Every member of the pool ${pool.title}, has a limit: the guarantee begins once the figures show it`,
  });
}

function unheldMembersObservation(pool: NamedPool, who: readonly string[]): Observation {
  const { length } = who;
  const effect =
    'Curfew keeps their limit unchanged on the platform, where it may have been lifted. Until the exemption ends, the pool has no guarantee.';
  return observationOf({
    topic: 'not-held',
    key: pool.key,
    fingerprint: shortKey(JSON.stringify(who)),
    severity: 'medium',
    owners: pool.owners,
    scope: pool.scope,
    headline: `The pool ${pool.title}, is not guaranteed: ${counted(length, 'member')} exempt, whose limit Curfew does not hold: ${someNames(who)}`,
    ownerDetails: [effect, 'To take it back, ask an admin to end the exemption.'],
    details: [
      effect,
      'To take it back: npx curfew exempt end EMAIL',
      'To give credits within the budgets: npx curfew topup add EMAIL AMOUNT',
    ],
    resolvedHeadline: `The limit of every member of the pool ${pool.title}, is held again`,
  });
}
