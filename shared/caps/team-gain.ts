import { formatScope } from '../budgets/scope.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { type CapPlan, planCaps } from './cap-plan.ts';
import { poolOverCredits } from './shares/divide-shares.ts';
import { poolRooms, recordOf, type PoolRoom, type TriedTopUp } from './top-up-gain.ts';

/** What a team's top-up for no one in particular gives its members together. Whole credits. */
export interface TeamGain {
  readonly team: string;
  readonly askedCredits: number;
  readonly nowCredits: number;
  readonly members: number;
  /** What the team's budgets are over by, which it covers first. */
  readonly overCredits: number;
  /** Where the members get nothing: the pools that leave nothing, the tightest first. */
  readonly pools: readonly PoolRoom[];
}

/** What a team's top-up gives by the division of the next run; undefined for a person's. `without`: the plan of the same input. */
export function teamGain(tried: TriedTopUp, input: CapPlanInput, without: CapPlan): TeamGain | undefined {
  const { scope, credits } = tried;
  if (scope.kind !== 'team') {
    return undefined;
  }
  const plan = planCaps({ ...input, topUps: [...input.topUps, recordOf(tried)] });
  const isOwn = (pool: PoolRoom['pool']) => !pool.isNext && formatScope(pool.scope) === formatScope(scope);
  const own = without.shares.pools.filter(isOwn);
  const memberIds = new Set(own.flatMap((pool) => pool.memberIds));
  const nowCredits = creditsGained(memberIds, { plan, without });
  const [anyone] = memberIds;
  const rooms = anyone === undefined || nowCredits > 0 ? [] : poolRooms(anyone, plan);
  return {
    team: scope.name,
    askedCredits: credits,
    nowCredits,
    members: memberIds.size,
    overCredits: Math.max(0, ...own.map(poolOverCredits)),
    pools: rooms.filter(({ pool, leftCredits }) => !pool.isNext && Math.min(leftCredits, pool.freeCredits) <= 0),
  };
}

/** What a plan raises the limits of some users by together, by user id. Whole credits. */
export function creditsGained(
  userIds: ReadonlySet<string>,
  { plan, without }: { readonly plan: CapPlan; readonly without: CapPlan },
): number {
  const before = new Map(without.decisions.map(({ userId, limitCredits }) => [userId, limitCredits]));
  return plan.decisions
    .filter(({ userId }) => userIds.has(userId))
    .reduce((sum, { userId, limitCredits = 0 }) => sum + Math.max(0, limitCredits - (before.get(userId) ?? 0)), 0);
}
