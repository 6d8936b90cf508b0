import { windowAt, type PlatformWindow } from '../../budgets/window.ts';
import { topUpStatus, type TopUp } from '../../grants/top-up.ts';
import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { dayOf, type Day } from '../../kernel/time/day.ts';
import type { Move } from '../../pools/move.ts';
import { emailKey } from '../../roster/email.ts';
import type { CapPlanInput } from '../cap-plan-input.ts';
import type { Person } from '../person.ts';

type MovingTopUp = TopUp &
  Required<Pick<TopUp, 'takenFrom'>> & { readonly scope: Extract<TopUp['scope'], { kind: 'user' }> };

/**
 * The moves in force on a day, in the order in which they were made. A move ends with the platform window in which it
 * was made: what a person had left before it is counted in that window.
 */
export function movesInForce(
  topUps: readonly TopUp[],
  { day, platformWindow }: { readonly day: Day; readonly platformWindow: PlatformWindow },
): readonly MovingTopUp[] {
  const { from } = windowAt('platform', day, platformWindow);
  const moving = topUps
    .filter(isMove)
    .filter((topUp) => topUpStatus(topUp, day) === 'in-force' && dayOf(Date.parse(topUp.createdAt)) >= from);
  return sortedBy(moving, ({ createdAt, id }) => `${createdAt} ${id}`);
}

function isMove(topUp: TopUp): topUp is MovingTopUp {
  return topUp.takenFrom !== undefined && topUp.scope.kind === 'user';
}

/** What is still to move between persons: credits that the receiver has used are used credits of the pool. */
export function movesOf(persons: readonly Person[], { topUps, day, pools }: CapPlanInput): readonly Move[] {
  const moves = movesInForce(topUps, { day, platformWindow: pools.platformWindow });
  if (moves.length === 0) {
    return [];
  }
  const byEmail = new Map(persons.map((person) => [emailKey(person.email), person]));
  return moves.flatMap(({ scope, takenFrom, credits, usableBefore }) => {
    const [giver, receiver] = [byEmail.get(takenFrom), byEmail.get(scope.email)];
    if (giver === undefined || receiver === undefined) {
      return [];
    }
    const before = usableBefore?.[scope.email] ?? Infinity;
    const usedOfIt = Math.max(0, (receiver.credits.platform ?? 0) - before);
    return usedOfIt < credits ? [{ fromId: giver.userId, toId: receiver.userId, credits: credits - usedOfIt }] : [];
  });
}
