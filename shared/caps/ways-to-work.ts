import { formatScope, isPoolScope } from '../budgets/scope.ts';
import { type WindowKind, windowAt } from '../budgets/window.ts';
import type { TopUpTerms } from '../grants/top-up.ts';
import { readableAbove } from '../kernel/texts/amounts.ts';
import { emailKey } from '../roster/email.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { type CapPlan, planCaps } from './cap-plan.ts';
import type { CapDecision } from './cap.ts';
import { coverPools } from './cover-pools.ts';
import { creditsGained } from './team-gain.ts';
import { poolRooms, type PoolRoom } from './top-up-gain.ts';
import { planBefore, type TopUpWay, waysOf } from './top-up-ways.ts';

/** One command of a way. Whole credits. */
export type WayStep =
  | { readonly kind: 'top-up'; readonly terms: TopUpTerms }
  | {
      readonly kind: 'pool';
      readonly pool: Pick<PoolRoom['pool'], 'scope' | 'window' | 'amountCredits'>;
      readonly credits: number;
    }
  | { readonly kind: 'ceiling'; readonly credits: number };

/** What lets a stopped person work again, tried by the plan. */
export interface WayToWork {
  readonly how: 'top-up' | 'within-pool' | 'raise-pools' | 'all' | 'ceiling';
  /** In their order: only the last one gives. */
  readonly steps: readonly WayStep[];
  /** What the person gets; of more for all in a pool, its members together. */
  readonly nowCredits: number;
  /** In total, once lowered limits have freed credits; absent when it is no more than now. */
  readonly laterCredits?: number;
  /** Use above the person's own budgets, which the top-up covers beside that; absent for none. */
  readonly overCredits?: number;
}

interface StoppedPerson {
  /** Normalized. */
  readonly email: string;
  /** What they are to be given. */
  readonly credits: number;
  /** What the pool that stops them is to be given for all in it. */
  readonly poolCredits: number;
}

/**
 * Returns what lets a stopped person work again, the cheapest first: each way gives now or later what it says, by the
 * division of the next run on the same input. None when no single top-up, larger pool or ceiling does.
 */
export function waysToWork(input: CapPlanInput, person: StoppedPerson, createdAt: string): readonly WayToWork[] {
  const without = planBefore(input);
  const decision = decisionOf(without, person);
  if (decision?.binding === undefined) {
    return [];
  }
  return decision.binding.isAtCeiling === true
    ? aboveCeiling(input, person, createdAt)
    : [...forPerson(input, person, createdAt), ...forAll(input, { person, decision, without }, createdAt)];
}

function decisionOf({ decisions }: CapPlan, { email }: StoppedPerson): CapDecision | undefined {
  return decisions.find((each) => emailKey(each.email) === email);
}

/** A higher ceiling, and what it takes below it. */
function aboveCeiling(input: CapPlanInput, person: StoppedPerson, createdAt: string): readonly WayToWork[] {
  const { ceilingCredits = Infinity, usage } = input;
  const { userId } = decisionOf(planBefore(input), person) ?? {};
  const usedCredits = usage.users.get(userId ?? '')?.credits.platform ?? 0;
  const credits = readableAbove(usedCredits + person.credits);
  if (credits <= ceilingCredits || credits >= input.unlimitedCredits) {
    return [];
  }
  const raised = { ...input, ceilingCredits: credits };
  const step = { kind: 'ceiling', credits } as const;
  const nowCredits = (decisionOf(planBefore(raised), person)?.limitCredits ?? 0) - usedCredits;
  return nowCredits > 0
    ? [{ how: 'ceiling', steps: [step], nowCredits }]
    : waysToWork(raised, person, createdAt).map((way) => ({ ...way, steps: [step, ...way.steps] }));
}

function forPerson(input: CapPlanInput, person: StoppedPerson, createdAt: string): readonly WayToWork[] {
  const terms = termsFor({ kind: 'user', email: person.email }, person.credits, input);
  const { ordered, withinPool, raisePools } = waysOf(input, { terms, raisesBinding: false }, createdAt);
  const isWhole = ordered.gains.every(({ shortfall }) => shortfall === undefined);
  const inPools = [
    ...(withinPool === undefined ? [] : [wayOf('within-pool', withinPool)]),
    ...(raisePools === undefined ? [] : [wayOf('raise-pools', raisePools)]),
  ];
  const covered = onceCovered(ordered);
  if (covered.some((way) => inPools.every((other) => mostOf(other) < mostOf(way)))) {
    return covered;
  }
  if (!isWhole && inPools.length > 0) {
    return inPools;
  }
  if (ordered.isIdle !== true) {
    return [wayOf('top-up', ordered)];
  }
  const isAtCeiling = ordered.gains.some(({ shortfall: by }) => by?.kind === 'own' && by.by.kind === 'ceiling');
  return isAtCeiling ? aboveCeiling(input, person, createdAt) : [];
}

function mostOf({ nowCredits, laterCredits = nowCredits }: WayToWork): number {
  return laterCredits;
}

/** More for all in the pool that stops the person. */
function forAll(
  input: CapPlanInput,
  {
    person,
    decision,
    without,
  }: { readonly person: StoppedPerson; readonly decision: CapDecision; readonly without: CapPlan },
  createdAt: string,
): readonly WayToWork[] {
  const { binding, userId } = decision;
  const credits = person.poolCredits;
  const isOf = ({ pool }: PoolRoom) => !pool.isNext && isSame(pool, binding);
  const room = poolRooms(userId, without).find(isOf);
  if (room === undefined || credits <= 0) {
    return [];
  }
  const { scope } = room.pool;
  if (scope.kind === 'team') {
    const terms = termsFor(scope, credits, input);
    const { ordered } = waysOf(input, { terms, raisesBinding: false }, createdAt);
    return (ordered.isIdle === true ? onceCovered(ordered) : [wayOf('top-up', ordered)]).map((way) => ({
      ...way,
      how: 'all',
    }));
  }
  const plan = planCaps(coverPools(input, [{ ...room, overCredits: credits }]));
  const nowCredits = creditsGained(new Set(room.pool.memberIds), { plan, without });
  return nowCredits > 0 ? [{ how: 'all', steps: [{ kind: 'pool', pool: room.pool, credits }], nowCredits }] : [];
}

function isSame(pool: PoolRoom['pool'], binding: CapDecision['binding']): boolean {
  return (
    binding !== undefined &&
    isPoolScope(binding.scope) &&
    pool.window.kind === (binding.window satisfies WindowKind) &&
    formatScope(pool.scope) === formatScope(binding.scope)
  );
}

function termsFor(scope: TopUpTerms['scope'], credits: number, { day, pools }: CapPlanInput): TopUpTerms {
  return { scope, credits, reason: '', from: day, to: windowAt('platform', day, pools.platformWindow).through };
}

/** What pools are over by is covered first. */
function onceCovered({ wayOut }: TopUpWay): readonly WayToWork[] {
  if (wayOut === undefined) {
    return [];
  }
  const way = wayOf(wayOut.terms.raises === undefined ? 'top-up' : 'raise-pools', wayOut);
  const covers = wayOut.covers.map(({ pool, overCredits }) => ({ kind: 'pool', pool, credits: overCredits }) as const);
  return [{ ...way, steps: [...covers, ...way.steps] }];
}

function wayOf(how: WayToWork['how'], { terms, gains, team }: Pick<TopUpWay, 'terms' | 'gains' | 'team'>): WayToWork {
  const nowCredits = team?.nowCredits ?? gains.reduce((sum, gain) => sum + gain.nowCredits, 0);
  const laterCredits = gains.reduce((sum, gain) => sum + (gain.laterCredits ?? gain.nowCredits), 0);
  const overCredits = gains[0]?.overCredits;
  return {
    how,
    steps: [{ kind: 'top-up', terms }],
    nowCredits,
    ...(laterCredits > nowCredits && { laterCredits }),
    ...(overCredits !== undefined && { overCredits }),
  };
}
