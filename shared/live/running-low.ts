import { currentLimit } from '../pools/exposure/limit-in-force.ts';
import { seenUser, tranchesOf, type LiveLook, type ProvenFloat } from './give.ts';
import { decideAsk, type Ask, type AskTerms, type SeenUser } from './giving/decide-ask.ts';
import type { GivenLimit } from './giving/give-credits.ts';
import { defaultGivingRule } from './giving/giving-rule.ts';

/** Users who would be short of credits before the next look if they worked until then. */
export interface RunningLow {
  readonly at: string;
  readonly userIds: readonly string[];
}

const lookEveryHours = 1;
const rule = { ...defaultGivingRule, urgentHours: defaultGivingRule.urgentHours + lookEveryHours };

/** Returns the users, by id, who should get credits at once when at work, from what remains after this look. */
export function runningLow(
  look: LiveLook,
  proven: readonly ProvenFloat[],
  given: readonly GivenLimit[],
): readonly string[] {
  return idsWhere({ look, proven, given }, (user, terms) => {
    // Their speed when they begin again is unknown: assumed as last time, or so that a tranche lasts as intended.
    const hourCredits = Math.max(user.hourCredits, terms.trancheCredits / rule.askedHours);
    return decideAsk({ ...user, hourCredits, idleHours: 0, isReported: true }, terms)?.isUrgent === true;
  }).toSorted();
}

/** Returns ids of unobserved users with little remaining: for them it matters whether they probably work. */
export function unseenLow(look: LiveLook, proven: readonly ProvenFloat[]): readonly string[] {
  return idsWhere({ look, proven, given: [] }, (user, terms) =>
    isForLikely(decideAsk({ ...user, isLikely: true }, terms)),
  );
}

function isForLikely(ask: Ask | undefined): boolean {
  return ask?.isLikely === true;
}

function idsWhere(
  {
    look,
    proven,
    given,
  }: { readonly look: LiveLook; readonly proven: readonly ProvenFloat[]; readonly given: readonly GivenLimit[] },
  isSo: (user: SeenUser, terms: AskTerms) => boolean,
): readonly string[] {
  const { coverage, hoursUntilNight, seen, division } = look;
  const after = new Map(given.map(({ userId, limitCredits }) => [userId, limitCredits]));
  const before = new Map(division.members.map(({ userId, limits }) => [userId, currentLimit(limits) ?? 0]));
  const raiseOf = (userId: string): number => Math.max(0, (after.get(userId) ?? 0) - (before.get(userId) ?? 0));
  const isEmpty = ({ pool, freeCredits }: ProvenFloat): boolean =>
    freeCredits <= pool.memberIds.reduce((sum, userId) => sum + raiseOf(userId), 0);
  const inEmpty = new Set(proven.filter(isEmpty).flatMap(({ pool }) => pool.memberIds));
  const tranches = tranchesOf(look, proven);
  return division.members.flatMap((member): readonly string[] => {
    const { userId, ownHeadroomCredits = Infinity, reportedCredits } = member;
    const limitCredits = after.get(userId) ?? currentLimit(member.limits);
    const own = tranches.filter(({ memberIds }) => memberIds.has(userId));
    const isHeld = member.isFixed === true || inEmpty.has(userId) || own.length === 0;
    if (isHeld || limitCredits === undefined || reportedCredits + ownHeadroomCredits <= limitCredits) {
      return [];
    }
    const trancheCredits = Math.min(...own.map(({ tranche }) => tranche));
    const user = seenUser(member, limitCredits, seen.get(userId));
    return isSo(user, { rule, trancheCredits, coverage, hoursUntilNight }) ? [userId] : [];
  });
}
