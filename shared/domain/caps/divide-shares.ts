import { formatScope, type Scope } from '../budgets/scope.ts';
import { isWithin, type PlatformWindow, type Window, type WindowKind, windowAt } from '../budgets/window.ts';
import { isInForce, type Guarantee } from '../budgets/budget.ts';
import { creditsWithin, type DailyUse } from '../ledger/daily-use.ts';
import type { PoolAssumptions } from '../pools/assumptions.ts';
import { unknownDemand } from '../pools/demand.ts';
import { dividePools, type Division } from '../pools/divide-pools.ts';
import { estimateDemand } from '../pools/estimate-demand.ts';
import type { DividedMember } from '../pools/member-stake.ts';
import { knownUntil, windowsReached, type Moment } from '../pools/moment.ts';
import type { PoolPlan, PoolStanding, Share } from '../pools/pool-plan.ts';
import { roomOf, type Pool } from '../pools/pool.ts';
import { nextRunMs } from '../runs/next-run.ts';
import { addDays, dayOf, msPerMinute, type Day, type DayRange } from '../time/day.ts';
import { demandHistories } from './demand-histories.ts';
import type { LimitRecord } from './limit-record.ts';
import { limitsInForce } from './limits-in-force.ts';
import type { SharedBudget } from './shared-budget.ts';

/** What a division rests on beside budgets and members. */
export interface PoolTerms {
  /** Day by day, from before the earliest window in use. */
  readonly use: DailyUse;
  /** The last day whose use is known; absent before there is any. */
  readonly dataThrough: Day | undefined;
  /** Unix milliseconds. */
  readonly nowMs: number;
  readonly platformWindow: PlatformWindow;
  readonly assumptions: PoolAssumptions;
  /** The share of a pool's room that is kept for raises and newcomers. */
  readonly reserveShare: number;
  /** What stands for no limit at all. */
  readonly unlimitedCredits: number;
}

/** Somebody who may draw on pools. */
export interface Sharer {
  readonly userId: string;
  readonly record: LimitRecord | undefined;
  /** Reported so far in the platform window of now. */
  readonly reportedCredits: number;
  /** The least of what the user's own budgets leave; absent when none binds. */
  readonly ownHeadroomCredits?: number;
  /** No limit may be sent now; the one that stands is counted. */
  readonly isFixed: boolean;
  /** First day that says something of the user; earlier ones are not idle days. */
  readonly joinedOn?: Day;
}

/** A pool as one division found it. Credits are integers. */
export interface SharedPool extends PoolStanding {
  /** What may be consumed beyond what is known; negative when it is passed. */
  readonly roomCredits: number;
  readonly scope: Scope;
  readonly window: Window;
  /** It is not the window of now, but the next, which limits sent now reach into. */
  readonly isNext: boolean;
  readonly guarantee: Guarantee;
  /** What top-ups of the team add to the budget, as part of the amount. */
  readonly topUpCredits: number;
  /** What of the known use is of the last known day. */
  readonly lastDayCredits: number;
  /** Who may draw on it, by user id. Who cannot be capped is not among them. */
  readonly memberIds: readonly string[];
  readonly owners: readonly string[];
}

/** What pools leave one user. */
export interface UserShare extends Share {
  /** Of the pools that the user draws on, the one with the least to spare. */
  readonly pool: { readonly scope: Scope; readonly window: WindowKind };
  /** All of them, with their amounts, as a text: while it stays the same, only use moves the share. */
  readonly pools: string;
  /** The user's own budgets, or the ceiling, leave no more than the pools do. */
  readonly isHeldByOwn: boolean;
}

export interface Shares {
  /** By user id; who draws on no pool is absent. */
  readonly byUser: ReadonlyMap<string, UserShare>;
  readonly pools: readonly SharedPool[];
  /** Once the lowered limits are confirmed another look may give more at once. */
  readonly setsFreeAtOnce: boolean;
  /** What was divided; absent when there is no pool. */
  readonly division?: Division;
}

export const noShares: Shares = { byUser: new Map(), pools: [], setsFreeAtOnce: false };

/** Divides what is left of all pools among their members: docs/pools.md. */
export function divideShares(budgets: readonly SharedBudget[], sharers: readonly Sharer[], terms: PoolTerms): Shares {
  if (budgets.length === 0) {
    return noShares;
  }
  const moment = momentOf(terms);
  const shared = budgets.flatMap((budget) => poolsOf(budget, sharers, { terms, moment }));
  const pools = shared.map(({ pool }) => pool);
  const division = {
    members: membersOf(sharers, terms, moment),
    pools,
    reckoning: { moment, assumptions: terms.assumptions },
    reserveShare: terms.reserveShare,
  };
  const plan = dividePools(division);
  const standings = new Map(plan.pools.map((standing) => [standing.name, standing]));
  return {
    division,
    byUser: sharesOf(plan, shared, sharers),
    pools: shared.flatMap(({ pool, ...known }) => {
      const standing = standings.get(pool.name);
      return standing === undefined
        ? []
        : [{ ...standing, ...known, roomCredits: roomOf(pool), guarantee: pool.guarantee, memberIds: pool.memberIds }];
    }),
    setsFreeAtOnce:
      terms.assumptions.maxCreditsPerUserHour !== undefined || dayOf(moment.nowMs) !== dayOf(moment.heldUntilMs - 1),
  };
}

/** When the division takes place, and up to when the data is known. */
export function momentOf({
  use,
  dataThrough,
  nowMs,
  platformWindow,
  assumptions,
}: Omit<PoolTerms, 'reserveShare' | 'unlimitedCredits'>): Moment {
  return {
    nowMs,
    knownUntilMs: knownUntil(dataThrough ?? addDays(use.range.from, -1), assumptions),
    heldUntilMs: nextRunMs(nowMs, platformWindow) + assumptions.enforcementDelayMinutes * msPerMinute,
    platformWindow,
  };
}

interface NamedPool extends Pick<
  SharedPool,
  'scope' | 'window' | 'isNext' | 'topUpCredits' | 'owners' | 'lastDayCredits'
> {
  readonly pool: Pool;
}

function poolsOf(
  { budget, amountCredits, topUpCredits, guarantee, includes }: SharedBudget,
  sharers: readonly Sharer[],
  { terms, moment }: { readonly terms: PoolTerms; readonly moment: Moment },
): readonly NamedPool[] {
  const { scope, owners } = budget;
  const today = dayOf(moment.nowMs);
  const memberIds = sharers.map(({ userId }) => userId).filter(includes);
  return windowsReached(budget.window, moment)
    .filter((window) => isWithin(today, window) || isInForce(budget, window.from))
    .map((window) => {
      const through = knownThroughOf(moment);
      const knownCredits = usedOf({ scope, includes }, { from: window.from, through }, terms.use);
      const lastDay = isWithin(through, window) ? { from: through, through } : undefined;
      const lastDayCredits = lastDay === undefined ? 0 : usedOf({ scope, includes }, lastDay, terms.use);
      const name = `${formatScope(scope)} ${window.kind} ${window.from}`;
      const pool = { name, window, amountCredits, guarantee, knownCredits, memberIds };
      return { scope, window, owners, topUpCredits, lastDayCredits, isNext: !isWithin(today, window), pool };
    });
}

function usedOf(
  { scope, includes }: { readonly scope: Scope; readonly includes: (userId: string) => boolean },
  range: DayRange,
  use: DailyUse,
): number {
  return scope.kind === 'org'
    ? creditsWithin(use, use.organization, range)
    : [...use.users].reduce(
        (sum, [userId, used]) => (includes(userId) ? sum + creditsWithin(use, used, range) : sum),
        0,
      );
}

function membersOf(sharers: readonly Sharer[], terms: PoolTerms, moment: Moment): readonly DividedMember[] {
  const { use, assumptions, unlimitedCredits, platformWindow } = terms;
  const firstUnknown = dayOf(moment.knownUntilMs);
  const known = {
    from: windowAt('platform', firstUnknown, platformWindow).from,
    through: knownThroughOf(moment),
  };
  const inForceTerms = {
    unlimitedCredits,
    enforcementDelayMinutes: assumptions.enforcementDelayMinutes,
    knownUntilMs: moment.knownUntilMs,
  };
  const histories = demandHistories(sharers, use, terms);
  const demands = estimateDemand({ histories, through: use.range.through, day: dayOf(moment.nowMs) });
  return sharers.map(({ userId, record, reportedCredits, ownHeadroomCredits, isFixed }) => ({
    userId,
    reportedCredits,
    knownCredits: creditsWithin(use, use.users.get(userId), known),
    limits: limitsInForce(record, inForceTerms),
    demand: demands.get(userId) ?? unknownDemand,
    ...(ownHeadroomCredits !== undefined && { ownHeadroomCredits }),
    ...(isFixed && { isFixed }),
  }));
}

function knownThroughOf({ knownUntilMs }: Moment): Day {
  return addDays(dayOf(knownUntilMs), -1);
}

/** Each user's share, with the pool that holds it down where it is not a budget of the user's own. */
function sharesOf(
  plan: PoolPlan,
  shared: readonly NamedPool[],
  sharers: readonly Sharer[],
): ReadonlyMap<string, UserShare> {
  const ownHeadrooms = new Map(
    sharers.map(({ userId, ownHeadroomCredits = Infinity }) => [userId, ownHeadroomCredits]),
  );
  const spare = new Map(shared.map((named) => [named, spareOf(named.pool, plan)]));
  const byTightness = shared.toSorted((a, b) => (spare.get(a) ?? 0) - (spare.get(b) ?? 0));
  const members = new Map(shared.map((named) => [named, new Set(named.pool.memberIds)]));
  return new Map(
    plan.shares.flatMap((share): readonly [string, UserShare][] => {
      const own = byTightness.filter((named) => members.get(named)?.has(share.userId) === true);
      const [tightest] = own;
      if (tightest === undefined) {
        return [];
      }
      const isHeldByOwn = share.headroomCredits >= Math.max(0, ownHeadrooms.get(share.userId) ?? Infinity);
      const pool = { scope: tightest.scope, window: tightest.window.kind };
      return [[share.userId, { ...share, isHeldByOwn, pool, pools: termsOf(own) }]];
    }),
  );
}

function termsOf(pools: readonly NamedPool[]): string {
  const terms = pools.map(({ scope, window, pool: { amountCredits, guarantee } }) => {
    const promise = guarantee.kind === 'strict' ? 'strict' : guarantee.factor;
    return `${formatScope(scope)} ${window.kind} ${amountCredits} ${promise}`;
  });
  return [...new Set(terms)].toSorted().join('; ');
}

/** What the targets leave of a pool's room: next to nothing in a pool that holds its members down. */
function spareOf(pool: Pool, { shares }: PoolPlan): number {
  const members = new Set(pool.memberIds);
  const promised = shares.reduce((sum, share) => (members.has(share.userId) ? sum + share.targetCredits : sum), 0);
  return pool.amountCredits - pool.knownCredits - promised;
}
