import { formatScope, isPoolScope, type PoolScope } from '../budgets/scope.ts';
import { reservedByEmail, type TopUp } from '../grants/top-up.ts';
import { emailKey } from '../roster/email.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { planCaps, type CapPlan } from './cap-plan.ts';
import type { CapDecision, KeepCap } from './cap.ts';
import { bindingOf, matchPeople, statusFinder } from './person.ts';
import { poolOverCredits, type SharedPool } from './shares/divide-shares.ts';
import { movesInForce } from './shares/moved-credits.ts';
import { type ReservedBy, reservedBy, reservedTopUps } from './shares/reservation-of.ts';
import { stopCauseOf, type StopCause } from './stops.ts';

export type Shortfall =
  | { readonly kind: 'not-capped' }
  | { readonly kind: 'kept'; readonly reason: KeepCap['reason'] | 'unlimited' }
  | { readonly kind: 'own'; readonly by: StopCause }
  /** Pools leave no more, the tightest first; pools that the reader may not see are left out. */
  | { readonly kind: 'pools'; readonly pools: readonly PoolRoom[] };

export interface PoolRoom {
  readonly pool: SharedPool;
  readonly leftCredits: number;
  /** What it is over by: no one gets anything of it before that is covered. */
  readonly overCredits: number;
  readonly reservedForOthersCredits: number;
}

export interface TopUpGain {
  readonly email: string;
  readonly askedCredits: number;
  /** Use above their own budgets, which the top-up covers first; absent for none. */
  readonly overCredits?: number;
  readonly limitCredits?: number;
  readonly nowCredits: number;
  /** What they get in total once lowered limits have freed credits; absent when it is no more than now. */
  readonly laterCredits?: number;
  readonly shortfall?: Shortfall;
  /** Of a move: the person from whom it is taken, and what the limits leave them without it and with it. */
  readonly taken?: { readonly email: string; readonly hadCredits: number; readonly keepsCredits: number };
}

export type TriedTopUp = Omit<TopUp, 'id' | 'reason' | 'createdBy' | 'version'>;

/** What a top-up gives its recipients, by the division of the next run. `without` is the plan of the same input. */
export function topUpGains(tried: TriedTopUp, input: CapPlanInput, without: CapPlan): readonly TopUpGain[] {
  const topUp = recordOf(tried);
  const asked = askedBy(topUp);
  if (asked.size === 0) {
    return [];
  }
  const plan = planCaps({ ...input, topUps: [...input.topUps, topUp] });
  const before = new Map(without.decisions.map((decision) => [emailKey(decision.email), decision]));
  const after = new Map(plan.decisions.map((decision) => [emailKey(decision.email), decision]));
  const overCredits = topUp.scope.kind === 'user' ? overCreditsOf(topUp.scope.email, input) : 0;
  const left = (decision: CapDecision | undefined): number =>
    Math.max(0, (decision?.limitCredits ?? 0) - reportedOf(decision, input));
  const { takenFrom = '' } = topUp;
  const [had, keeps] = [before.get(takenFrom), after.get(takenFrom)];
  const taken = had && { email: takenFrom, hadCredits: left(had), keepsCredits: left(keeps) };
  return [...asked].map(([email, askedCredits]) => ({
    ...gainOf({ email, askedCredits, overCredits, was: before.get(email), is: after.get(email) }, { plan, without }),
    ...(taken !== undefined && { taken }),
  }));
}

function reportedOf(decision: CapDecision | undefined, { usage }: CapPlanInput): number {
  return usage.users.get(decision?.userId ?? '')?.credits.platform ?? 0;
}

export type MoveProblem =
  | { readonly kind: 'not-capped' | 'kept' | 'no-pool' }
  | {
      readonly kind: 'too-much';
      readonly leftCredits: number;
      /** What is left beside that, which a move does not take, and what reserves it; absent for nothing. */
      readonly reserved?: { readonly credits: number; readonly by: readonly ReservedBy[] };
    };

/** Why the credits of a move cannot be taken; undefined where they can. `without` is the plan without it. */
export function decideMove(
  { scope, takenFrom = '', credits }: Pick<TopUp, 'scope' | 'takenFrom' | 'credits'>,
  input: CapPlanInput,
  { decisions, shares }: CapPlan,
): MoveProblem | undefined {
  const find = (email: string) => decisions.find((each) => emailKey(each.email) === email);
  const [giver, receiver] = [find(takenFrom), scope.kind === 'user' ? find(scope.email) : undefined];
  if (giver === undefined) {
    return { kind: 'not-capped' };
  }
  const own = shares.pools.filter(({ memberIds }) => memberIds.includes(receiver?.userId ?? ''));
  const isShared = own.every(({ memberIds }) => memberIds.includes(giver.userId));
  if (!isShared || !own.some(({ guarantee }) => guarantee.kind === 'strict')) {
    return { kind: 'no-pool' };
  }
  const share = shares.byUser.get(giver.userId);
  if (share === undefined || giver.limitCredits === undefined) {
    return { kind: 'kept' };
  }
  const inLimit = Math.min(giver.limitCredits - reportedOf(giver, input), share.targetCredits);
  const leftCredits = Math.max(0, Math.min(inLimit, share.targetCredits - (share.reserved?.heldCredits ?? 0)));
  if (credits <= leftCredits) {
    return undefined;
  }
  const by = inLimit > leftCredits ? reservedBy(takenFrom, bindingOf(input), input) : [];
  return { kind: 'too-much', leftCredits, ...(by.length > 0 && { reserved: { credits: inLimit - leftCredits, by } }) };
}

/** A user's use, by normalized email, above the amounts of their own budgets: their top-up covers it first. Whole credits. */
export function overCreditsOf(key: string, input: CapPlanInput): number {
  const person = matchPeople(input.users, input.usage).persons.find(({ email }) => emailKey(email) === key);
  const layers = person === undefined ? [] : statusFinder(bindingOf(input), input)(person).layers;
  const overs = layers.map(({ amount, topUpCredits, usedCredits }) =>
    amount.kind === 'unlimited' ? 0 : usedCredits - topUpCredits - amount.credits,
  );
  return Math.max(0, ...overs);
}

export function recordOf(tried: TriedTopUp): TopUp {
  return { ...tried, id: 'tried', reason: '', createdBy: '', version: 1 };
}

/** What a top-up's recipients can use without it: their limit, or a pending one. */
export function usableBefore(
  tried: TriedTopUp,
  input: CapPlanInput,
  without: CapPlan,
): Readonly<Record<string, number>> {
  const { platformWindow } = input.pools;
  const pending = reservedTopUps(input.topUps, { day: input.day, platformWindow });
  const moves = movesInForce(input.topUps, { day: input.day, platformWindow });
  const people = [...gainedBy(recordOf(tried))].flatMap((email) => {
    const decision = without.decisions.find((each) => emailKey(each.email) === email);
    if (decision === undefined) {
      return [];
    }
    const { userId } = decision;
    const record = input.limits.find((each) => each.userId === userId);
    const inForce = [record?.confirmed, ...(record?.unsettled ?? [])].map((sent) => sent?.limitCredits ?? 0);
    const reported = input.usage.users.get(userId)?.credits.platform ?? 0;
    const moved = moves.flatMap(({ scope, credits, usableBefore: before }) =>
      scope.email === email ? [(before?.[email] ?? 0) + credits] : [],
    );
    const usable = Math.max(reported, pending.get(email) ?? 0, decision.limitCredits ?? 0, ...inForce, ...moved);
    return [[email, Math.min(usable, input.unlimitedCredits)] as const];
  });
  return Object.fromEntries(people);
}

/** Whose credits a top-up reserves or moves. */
function gainedBy(topUp: TopUp): Iterable<string> {
  return topUp.takenFrom !== undefined && topUp.scope.kind === 'user'
    ? [topUp.scope.email]
    : reservedByEmail(topUp).keys();
}

/** Pools to raise so that a person gets all of it now: those with too little room; or all, if promised to others. */
export function poolsToRaise(
  gains: readonly { readonly shortfall?: Shortfall }[],
  askedCredits: number,
): readonly (readonly PoolScope[])[] {
  const rooms = gains.flatMap(({ shortfall }) => (shortfall?.kind === 'pools' ? shortfall.pools : []));
  const short = rooms.filter(({ pool }) => pool.freeCredits < askedCredits);
  const choices = [short, rooms].map((each) => {
    const scopes = each.map(({ pool }) => pool.scope).filter(isPoolScope);
    return [...new Map(scopes.map((scope) => [formatScope(scope), scope])).values()];
  });
  return choices.filter((scopes) => scopes.length > 0);
}

function askedBy(topUp: TopUp): ReadonlyMap<string, number> {
  return topUp.scope.kind === 'user' ? new Map([[topUp.scope.email, topUp.credits]]) : reservedByEmail(topUp);
}

interface Compared {
  readonly plan: CapPlan;
  readonly without: CapPlan;
}

function gainOf(
  asked: {
    readonly email: string;
    readonly askedCredits: number;
    readonly overCredits: number;
    readonly was: CapDecision | undefined;
    readonly is: CapDecision | undefined;
  },
  compared: Compared,
): TopUpGain {
  const { email, askedCredits, overCredits, was, is } = asked;
  const { limitCredits } = is ?? {};
  if (is === undefined || limitCredits === undefined || was?.limitCredits === undefined) {
    const shortfall: Shortfall = is?.kind === 'keep' ? { kind: 'kept', reason: is.reason } : { kind: 'not-capped' };
    return { email, askedCredits, nowCredits: 0, shortfall };
  }
  const nowCredits = Math.max(0, limitCredits - was.limitCredits);
  const share = compared.plan.shares.byUser.get(is.userId);
  const dueCredits = share === undefined ? 0 : nowCredits + share.targetCredits - share.headroomCredits;
  const mostCredits = Math.max(0, askedCredits - overCredits);
  const laterCredits = Math.min(mostCredits, dueCredits);
  return {
    email,
    askedCredits,
    ...(overCredits > 0 && { overCredits }),
    limitCredits,
    nowCredits,
    ...(laterCredits > nowCredits && { laterCredits }),
    ...(nowCredits < mostCredits && { shortfall: shortfallOf(is, compared) }),
  };
}

function shortfallOf(is: CapDecision, { plan, without }: Compared): Shortfall {
  const { binding } = is;
  if (binding === undefined) {
    return { kind: 'kept', reason: is.kind === 'keep' ? is.reason : 'unlimited' };
  }
  const share = plan.shares.byUser.get(is.userId);
  const isOwn = share === undefined || share.isHeldByOwn;
  return isOwn ? { kind: 'own', by: stopCauseOf(binding) } : { kind: 'pools', pools: poolRooms(is.userId, without) };
}

/** The pools of a user, the tightest first. */
export function poolRooms(userId: string, { shares }: CapPlan): readonly PoolRoom[] {
  const own = shares.byUser.get(userId)?.reserved?.heldCredits ?? 0;
  return shares.pools
    .filter(({ memberIds }) => memberIds.includes(userId))
    .map((pool) => ({
      pool,
      leftCredits: Math.max(0, pool.roomCredits),
      overCredits: poolOverCredits(pool),
      reservedForOthersCredits: Math.max(0, pool.reserved.heldCredits - own),
    }))
    .toSorted((a, b) => a.pool.freeCredits - b.pool.freeCredits || a.leftCredits - b.leftCredits);
}
