import { decideAsk, usedCreditsOf } from '../../live/giving/decide-ask.ts';
import { giveCredits, type GivenLimit, type GivingUser } from '../../live/giving/give-credits.ts';
import { defaultGivingRule, probeOf, trancheOf } from '../../live/giving/giving-rule.ts';
import { eveningLimit } from '../../live/giving/return-credits.ts';
import type { Look } from './live-look.ts';

type LimitAt = Pick<GivenLimit, 'userId' | 'limitCredits'>;

const rule = defaultGivingRule;

/** What is given at a look. */
export function givenChanges(look: Look): readonly LimitAt[] {
  const { pooled, pool, users, coverage, leftCredits, hoursUntilNight } = look;
  const trancheCredits = trancheOf(rule, leftCredits, users.length);
  const asks = users.map((user) => decideAsk(user, { rule, trancheCredits, coverage, hoursUntilNight }));
  if (!asks.some((ask) => ask?.isUrgent)) {
    return [];
  }
  const { members, ...free } = look.prove();
  const giving = users.map((user, index): GivingUser => {
    const { inForceCredits, knownCredits } = members[index] ?? { inForceCredits: user.limitCredits, knownCredits: 0 };
    return {
      userId: pooled.users[index] ?? '',
      limitCredits: user.limitCredits,
      inForceCredits,
      knownCredits,
      usedCredits: usedCreditsOf(user, coverage),
      isIdle: user.isSeen && coverage === 1 && user.idleHours > 1,
      ...asks[index],
    };
  });
  const probeCredits = probeOf(rule, leftCredits, users.length);
  const pools = [{ id: pool.name, memberIds: pooled.users, ...free }];
  return giveCredits({ pools, users: giving, probeCredits }).changes;
}

/** What is taken back in the evening of those to whom nothing is given just then. */
export function eveningChanges(
  { pooled, users, coverage, leftCredits, hoursUntilNight }: Look,
  { given, eveningShare }: { readonly given: readonly LimitAt[]; readonly eveningShare: number },
): readonly LimitAt[] {
  const givenIds = new Set(given.map(({ userId }) => userId));
  const probeCredits = probeOf(rule, leftCredits, users.length);
  const terms = { rule, coverage, hoursUntilNight, probeCredits, eveningShare };
  const { eveningReturn } = pooled.setup.live;
  return users.flatMap((user, index): readonly LimitAt[] => {
    const userId = pooled.users[index] ?? '';
    const limitCredits = eveningLimit(user, terms);
    const isLeft = givenIds.has(userId) || (eveningReturn === 'seen' && !user.isSeen);
    return isLeft || limitCredits >= user.limitCredits ? [] : [{ userId, limitCredits }];
  });
}
