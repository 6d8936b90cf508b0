import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { planCaps, type CapPlan } from '../caps/cap-plan.ts';
import type { SetCap } from '../caps/cap.ts';
import { recordsByUser, type LimitRecord } from '../limits/limit-record.ts';
import { owedChanges } from './owed-changes.ts';
import type { MadePlan } from './planned.ts';

/** Returns the records after some changes are confirmed: the rest of a plan is judged with them. */
export function recordsAfter(
  limits: readonly LimitRecord[],
  changes: readonly SetCap[],
  sent: { readonly at: string; readonly runId: string },
): readonly LimitRecord[] {
  const byUser = new Map(changes.map((change) => [change.userId, change]));
  return limits.map((record) => {
    const { limitCredits, binding: { usedCredits, pools } = {} } = byUser.get(record.userId) ?? {};
    return limitCredits === undefined
      ? record
      : {
          ...record,
          unsettled: [],
          confirmed: {
            limitCredits,
            ...sent,
            usedCredits,
            pools,
            ...(record.confirmed?.terms !== undefined && { terms: record.confirmed.terms }),
          },
        };
  });
}

/** The part that is sent while the rest waits. Raises are covered by what is provably free under unchanged limits. */
export interface PlanPart {
  readonly protection: readonly SetCap[];
  readonly raises: readonly SetCap[];
}

/**
 * Returns the part of a plan that protects strict pools and raises named users' limits, by user id: no more than the
 * plan, and no more than is provably free without the rest.
 */
export function partOf({ plan, planInputs }: MadePlan, named: ReadonlySet<string>): PlanPart {
  const lowers = owedChanges({ plan, planInputs });
  const lowered = new Set(lowers.map(({ userId }) => userId));
  const records = recordsByUser(planInputs.limits);
  const strict = plan.shares.pools.filter(({ guarantee }) => guarantee.kind === 'strict');
  const unbounded = new Set(strict.flatMap(({ unboundedIds }) => unboundedIds));
  // Nothing is guaranteed until each member of a strict pool has a limit.
  const isFirst = ({ userId, fromCredits }: SetCap): boolean => fromCredits === undefined && unbounded.has(userId);
  const isRescue = (change: SetCap): boolean =>
    named.has(change.userId) && !lowered.has(change.userId) && isRaise(change, records.get(change.userId));
  const wanted = setsOf(plan).filter((change) => isFirst(change) || isRescue(change));
  const provable = provableAlone(wanted, planInputs, (change) => isFirst(change) || isRescue(change));
  const first = new Set(provable.filter(isFirst).map(({ userId }) => userId));
  return {
    protection: [...lowers.filter(({ userId }) => !first.has(userId)), ...provable.filter(isFirst)],
    raises: provable.filter((change) => !isFirst(change) && isRescue(change)),
  };
}

/** Returns what a plan does for some users, by user id, without the rest; uncovered rows are left out. */
export function rowsFor(parted: MadePlan, userIds: ReadonlySet<string>): readonly SetCap[] {
  const records = recordsByUser(parted.planInputs.limits);
  const { protection, raises } = partOf(parted, userIds);
  const isLower = (change: SetCap): boolean =>
    change.fromCredits !== undefined && !isRaise(change, records.get(change.userId));
  return [
    ...setsOf(parted.plan).filter((change) => userIds.has(change.userId) && isLower(change)),
    ...protection.filter(({ userId, fromCredits }) => userIds.has(userId) && fromCredits === undefined),
    ...raises,
  ];
}

const divisionsMax = 20;

/** Rows that are covered when all other limits stay. A row that would fall is left out, and the rest computed again. */
function provableAlone(
  wanted: readonly SetCap[],
  planInputs: CapPlanInput,
  isSent: (change: SetCap) => boolean,
): readonly SetCap[] {
  let rows = wanted;
  for (let division = 0; division < divisionsMax && rows.length > 0; division += 1) {
    const provable = provableOf(rows, planInputs).filter(isSent);
    if (provable.length === rows.length) {
      return provable;
    }
    const sent = new Set(provable.map(({ userId }) => userId));
    rows = rows.filter(({ userId }) => sent.has(userId));
  }
  return [];
}

function provableOf(wanted: readonly SetCap[], planInputs: CapPlanInput): readonly SetCap[] {
  const only = new Set(wanted.map(({ userId }) => userId));
  // A rescue may use the reserve.
  const alone = planCaps({ ...planInputs, only, pools: { ...planInputs.pools, reserveShare: 0 } });
  const covered = new Map(setsOf(alone).map((change) => [change.userId, change]));
  return wanted.flatMap((change) => {
    const most = covered.get(change.userId);
    return most === undefined ? [] : [most.limitCredits < change.limitCredits ? most : change];
  });
}

export function setsOf({ decisions }: CapPlan): readonly SetCap[] {
  return decisions.filter((decision) => decision.kind === 'set');
}

/** It exceeds every limit that may be in force, or repeats the highest of them. */
export function isRaise({ limitCredits }: SetCap, record: LimitRecord | undefined): boolean {
  if (record?.confirmed === undefined) {
    return false;
  }
  const highest = Math.max(record.confirmed.limitCredits, ...record.unsettled.map((sent) => sent.limitCredits));
  return limitCredits > highest || (limitCredits === highest && record.unsettled.length > 0);
}
