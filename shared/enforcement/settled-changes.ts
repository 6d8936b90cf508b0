import { isPoolScope } from '../budgets/scope.ts';
import { windowAt } from '../budgets/window.ts';
import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import type { Binding, SetCap } from '../caps/cap.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import { recordsByUser, type LimitRecord } from '../limits/limit-record.ts';
import { isRaise, setsOf, type PartedPlan } from './plan-parts.ts';

/** The changes that days without figures cannot move. */
interface SettledChanges {
  /** Lower a limit, send it again, or set a user's first one. */
  readonly lowers: readonly SetCap[];
  /** User ids of those that it raises. */
  readonly raisedIds: ReadonlySet<string>;
}

/**
 * What of a plan rests on nothing that is missing or in doubt: the plan is made on the figures through `dataThrough`. A
 * limit counts use from the beginning of the platform's window and a budget from that of its own, so that the days between
 * the two decide the limit and no others do. Who has used up a budget by figures without doubt is stopped, whatever the
 * others say. What pools divide rests on the use of all.
 */
export function settledChanges({ plan, planInputs }: PartedPlan): SettledChanges {
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
    // The first limit of a member of a pool is a matter of the pool.
    lowers: settled.filter(
      (change) => !isUp(change) && (change.fromCredits !== undefined || change.binding?.pools === undefined),
    ),
    raisedIds: new Set(settled.filter(isUp).map(({ userId }) => userId)),
  };
}

/** Left nothing when it was set: it only follows what is known of the use, and moving it changes nothing for the user. */
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
