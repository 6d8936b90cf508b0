import { isPoolScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import type { Binding, SetCap } from '../caps/cap.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import { recordsByUser, type LimitRecord } from '../limits/limit-record.ts';
import { isRaise, setsOf } from './plan-parts.ts';
import type { MadePlan } from './planned.ts';

/**
 * Returns the part of a plan that depends on no missing or doubtful day; the plan is made from the figures through
 * `dataThrough`. A limit counts use from the platform window's start and a budget from its own window's, so only the
 * days between the two decide the limit. A user who has used up a budget by trusted figures is stopped in any case.
 * Pool shares depend on all use.
 */
export function settledChanges({ plan, planInputs }: MadePlan): {
  readonly lowers: readonly SetCap[];
  readonly raisedIds: ReadonlySet<string>;
} {
  const records = recordsByUser(planInputs.limits);
  const platformFrom = windowAt('platform', planInputs.day, planInputs.pools.platformWindow).from;
  const settled = setsOf(plan).filter(({ userId, binding }) =>
    binding === undefined
      ? true
      : isSettled(binding, planInputs) &&
        !(binding.headroomCredits === 0 && isStopped(records.get(userId), platformFrom)),
  );
  const isUp = (change: SetCap): boolean => isRaise(change, records.get(change.userId));
  return {
    // A pool member's first limit depends on the pool.
    lowers: settled.filter(
      (change) => !isUp(change) && (change.fromCredits !== undefined || change.binding?.pools === undefined),
    ),
    raisedIds: new Set(settled.filter(isUp).map(({ userId }) => userId)),
  };
}

/** Nothing was left when it was set: it only follows known use, and moving it changes nothing for the user. */
function isStopped(record: LimitRecord | undefined, platformFrom: Day): boolean {
  const { limitCredits = Infinity, usedCredits = 0, at = '' } = record?.confirmed ?? {};
  return record?.unsettled.length === 0 && limitCredits <= usedCredits && at >= platformFrom;
}

function isSettled({ scope, window, headroomCredits }: Binding, { day, dataThrough, pools }: CapPlanInput): boolean {
  if (isPoolScope(scope)) {
    return false;
  }
  const [own, platform] = [window, 'platform' as const].map((kind) => windowAt(kind, day, pools.platformWindow).from);
  if (own === undefined || platform === undefined || own === platform) {
    return true;
  }
  const later = own > platform ? own : platform;
  const isKnown = dataThrough !== undefined && dataThrough >= addDays(later, -1);
  return isKnown || (own > platform && headroomCredits === 0);
}
