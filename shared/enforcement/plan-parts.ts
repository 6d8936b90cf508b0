import type { CapPlanInput } from '../caps/cap-plan-input.ts';
import { planCaps, type CapPlan } from '../caps/cap-plan.ts';
import type { SetCap } from '../caps/cap.ts';
import { recordsByUser, type LimitRecord } from '../limits/limit-record.ts';
import { owedChanges } from './owed-changes.ts';

/** A plan that may have to wait, and what it was made from. */
export interface PartedPlan {
  readonly plan: CapPlan;
  readonly planInputs: CapPlanInput;
}

/** The records as they will be once some changes are confirmed: what else a plan does is judged beside them. */
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
            ...(usedCredits !== undefined && { usedCredits }),
            ...(pools !== undefined && { pools }),
            ...(record.confirmed?.terms !== undefined && { terms: record.confirmed.terms }),
          },
        };
  });
}

/**
 * What of a plan is sent while the rest of it waits. Every limit that is left out stays as it is, and counts so: what is
 * raised is covered by what is provably free under it.
 */
export interface PlanPart {
  /** Takes what strict pools need to keep their promise. */
  readonly protection: readonly SetCap[];
  /** Gives more to users whom somebody named. */
  readonly raises: readonly SetCap[];
}

/**
 * The part of a plan that protects strict pools, and that raises the limits of some users, by user id: no more than the
 * plan would, and no more than is provably free when nothing else of it is done.
 */
export function partOf({ plan, planInputs }: PartedPlan, named: ReadonlySet<string>): PlanPart {
  const lowers = owedChanges({ plan, planInputs });
  const lowered = new Set(lowers.map(({ userId }) => userId));
  const records = recordsByUser(planInputs.limits);
  const strict = plan.shares.pools.filter(({ guarantee }) => guarantee.kind === 'strict');
  const unbounded = new Set(strict.flatMap(({ unboundedIds }) => unboundedIds));
  // Until each member of a strict pool has a limit, nothing is promised of it.
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

/** What a plan does for some users, by user id, when nothing else of it is done; what is not covered then is left out. */
export function rowsFor(parted: PartedPlan, userIds: ReadonlySet<string>): readonly SetCap[] {
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

/** What is still not sent after so many divisions is left out: each leaves out at least one row more. */
const divisionsMax = 20;

/**
 * Rows of a plan as far as they are covered when all limits but theirs stay as they are. A row that would fall then, or
 * stay, is left out, and the others are covered again without it: what it would free is not there for them.
 */
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

/** Changes as far as they are covered when all limits but theirs stay as they are. */
function provableOf(wanted: readonly SetCap[], planInputs: CapPlanInput): readonly SetCap[] {
  const only = new Set(wanted.map(({ userId }) => userId));
  // A rescue is what the reserve is for.
  const alone = planCaps({ ...planInputs, only, pools: { ...planInputs.pools, reserveShare: 0 } });
  const covered = new Map(setsOf(alone).map((change) => [change.userId, change]));
  return wanted.flatMap((change) => {
    const most = covered.get(change.userId);
    return most === undefined ? [] : [most.limitCredits < change.limitCredits ? most : change];
  });
}

/** The limits that a plan sets. */
export function setsOf({ decisions }: CapPlan): readonly SetCap[] {
  return decisions.filter((decision) => decision.kind === 'set');
}

/** It is above every limit that may be in force, or sends the highest of them again. A user without any is not raised. */
export function isRaise({ limitCredits }: SetCap, record: LimitRecord | undefined): boolean {
  if (record?.confirmed === undefined) {
    return false;
  }
  const highest = Math.max(record.confirmed.limitCredits, ...record.unsettled.map((sent) => sent.limitCredits));
  return limitCredits > highest || (limitCredits === highest && record.unsettled.length > 0);
}
