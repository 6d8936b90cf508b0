import type { GivenLimit } from './giving/give-credits.ts';
import { decideAsk } from './giving/decide-ask.ts';
import { defaultGivingRule } from './giving/giving-rule.ts';
import { currentLimit } from '../pools/limit-in-force.ts';
import { seenUser, tranchesOf, type LiveLook, type ProvenFloat } from './give.ts';

/** Who would be short of credits before the next look, if they worked until then: what their hooks report is urgent. */
export interface RunningLow {
  /** ISO instant of the look that found it. */
  readonly at: string;
  readonly userIds: readonly string[];
}

const lookEveryHours = 1;
const rule = { ...defaultGivingRule, urgentHours: defaultGivingRule.urgentHours + lookEveryHours };

/** The users who are to be given something at once when they are at work, of what is left once this is given. By id. */
export function runningLow(
  look: LiveLook,
  proven: readonly ProvenFloat[],
  given: readonly GivenLimit[],
): readonly string[] {
  const { coverage, hoursUntilNight, seen, division } = look;
  const after = new Map(given.map(({ userId, limitCredits }) => [userId, limitCredits]));
  const before = new Map(division.members.map(({ userId, limits }) => [userId, currentLimit(limits) ?? 0]));
  const raiseOf = (userId: string): number => Math.max(0, (after.get(userId) ?? 0) - (before.get(userId) ?? 0));
  const isEmpty = ({ pool, freeCredits }: ProvenFloat): boolean =>
    freeCredits <= pool.memberIds.reduce((sum, userId) => sum + raiseOf(userId), 0);
  const inEmpty = new Set(proven.filter(isEmpty).flatMap(({ pool }) => pool.memberIds));
  const tranches = tranchesOf(look, proven);
  const ids = division.members.flatMap((member): readonly string[] => {
    const { userId, ownHeadroomCredits = Infinity, reportedCredits } = member;
    const limitCredits = after.get(userId) ?? currentLimit(member.limits);
    const own = tranches.filter(({ memberIds }) => memberIds.has(userId));
    if (member.isFixed === true || limitCredits === undefined || own.length === 0 || inEmpty.has(userId)) {
      return [];
    }
    const trancheCredits = Math.min(...own.map(({ tranche }) => tranche));
    const seenBefore = seenUser(member, limitCredits, seen.get(userId));
    // Nobody knows how fast they work when they begin again: as they did last, or as a tranche is meant to last.
    const hourCredits = Math.max(seenBefore.hourCredits, trancheCredits / rule.askedHours);
    const user = { ...seenBefore, hourCredits, idleHours: 0, isReported: true } as const;
    const ask = decideAsk(user, { rule, trancheCredits, coverage, hoursUntilNight });
    return ask?.isUrgent === true && reportedCredits + ownHeadroomCredits > limitCredits ? [userId] : [];
  });
  return ids.toSorted();
}
