import { someNames } from '../explanation/describe-pool.ts';
import { grouped } from '../texts/grouped.ts';
import type { Day } from '../time/day.ts';
import type { Matter } from './matter.ts';
import { shortKey } from './short-key.ts';

/** A pool as alerts call it. */
export interface NamedPool {
  /** Tells it from others: scope and window. */
  readonly key: string;
  /** As people know it: `team web, month`. */
  readonly title: string;
  readonly owners: readonly string[];
}

/** More was used of a strict pool than its limits allowed: what the promise rests on did not hold. */
export function overusedPoolMatter(
  pool: NamedPool,
  broken: {
    readonly day: Day;
    /** Past the amount; 0 or less while the pool still has room. */
    readonly passedByCredits: number;
    /** Used beyond limits in force. */
    readonly overuseCredits: number;
    /** Who did, as people know them, the most first; nobody where it were those who cannot be capped. */
    readonly who: readonly string[];
  },
): Matter {
  const { day, passedByCredits, overuseCredits, who } = broken;
  const isPassed = passedByCredits > 0;
  const cost = isPassed
    ? `is overspent by ${grouped(passedByCredits)} credits`
    : `lost ${grouped(overuseCredits)} credits to use beyond limits`;
  const cause =
    who.length === 0
      ? `On ${day} it was those who cannot be capped: the guarantee is for the others.`
      : `On ${day} limits were passed by ${grouped(overuseCredits)} credits in all: ${someNames(who)}.`;
  return {
    topic: 'promise-broken',
    key: pool.key,
    // Told again when a pool comes to be passed, or by four times as much.
    fingerprint: `${isPassed ? 'passed' : 'overused'}-${Math.floor(Math.log(Math.max(1, isPassed ? passedByCredits : overuseCredits)) / Math.log(4))}`,
    severity: isPassed ? 'critical' : 'medium',
    owners: pool.owners,
    tellsAdmins: true,
    headline: `The promise of the pool ${pool.title}, did not hold: it ${cost}`,
    details: [
      cause,
      who.length === 0
        ? 'Give them an email on the platform, or take them out of the team.'
        : 'If turns run on past a limit here, raise pools.inFlightCredits in the settings; if old limits go on for longer, pools.enforcementDelayMinutes. Also look whether somebody changed limits by hand.',
    ],
    goneAfterNights: 7,
  };
}

/** Members of a strict pool whom no limit holds, so that nothing is promised of it. `who` as people know them. */
export function unlimitedMembersMatter(pool: NamedPool, who: readonly string[]): Matter {
  const { length } = who;
  return {
    topic: 'promise-broken',
    key: pool.key,
    fingerprint: `unlimited-${shortKey(JSON.stringify(who))}`,
    severity: 'medium',
    owners: pool.owners,
    tellsAdmins: true,
    headline: `The pool ${pool.title}, is not guaranteed: ${length === 1 ? 'a member has' : `${grouped(length)} members have`} no limit`,
    details: [
      `Without a confirmed limit: ${someNames(who)}.`,
      'See "curfew explain EMAIL" for each: who is exempt, or whose row is refused, gets none.',
    ],
    goneHeadline: `Every member of the pool ${pool.title}, has a limit: the guarantee begins once the figures show it`,
    goneAfterNights: 1,
  };
}
