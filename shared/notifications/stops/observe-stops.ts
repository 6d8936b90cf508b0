import { allowedCredits } from '../../budgets/allowed-credits.ts';
import type { Budget } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import { type Window, windowAt } from '../../budgets/window.ts';
import type { CapPlan } from '../../caps/cap-plan.ts';
import type { CapDecision } from '../../caps/cap.ts';
import { poolOverCredits, type SharedPool } from '../../caps/shares/divide-shares.ts';
import { stopsOf, type Stop } from '../../caps/stops.ts';
import { amountNeeded } from '../../forecast/forecast.ts';
import { usualWeekOf } from '../../forecast/usual-use.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { creditsWithin, dailyCreditsOf } from '../../ledger/daily-use.ts';
import type { LimitRecord } from '../../limits/limit-record.ts';
import { settledLimit } from '../../limits/settled-limit.ts';
import { emailKey } from '../../roster/email.ts';
import type { StopFacts } from '../conditions/condition-event.ts';
import { budgetsOfPerson, type WatchedBudgets } from '../observe/watched-budget.ts';
import { overOf } from './stop-amounts.ts';
import type { StopObservation, StopsSeen } from './stop-condition.ts';

/** Observes who is stopped after a run, and who may consume again. Unknown outcomes count as neither. */
export function observeStops({
  plan,
  records,
  watched,
  isByHand,
  isHeld = false,
}: {
  readonly plan: CapPlan;
  readonly records: ReadonlyMap<string, LimitRecord>;
  readonly watched: WatchedBudgets;
  readonly isByHand: boolean;
  /** The plan waits for approval, or for better figures: the next run may raise no limit either. */
  readonly isHeld?: boolean;
}): StopsSeen {
  const planned = new Map(stopsOf(plan).map((stop) => [stop.userId, stop]));
  const pools = poolsByKey(plan.shares.pools);
  const neededBy = neededIn(watched);
  const stopped: StopObservation[] = [];
  const freed = new Map<string, number | undefined>();
  for (const decision of plan.decisions) {
    const { userId } = decision;
    const inForce = inForceFor(decision, records.get(userId), watched);
    if (inForce === undefined) {
      continue;
    }
    if (inForce.leftCredits === undefined || inForce.leftCredits > 0) {
      freed.set(userId, inForce.leftCredits);
    } else {
      const stop = planned.get(userId);
      const seen = stop && observeStop(stop, watched, pools);
      const pool = seen && poolOf(seen.stop, pools);
      stopped.push(seen === undefined ? leftOver(decision, inForce, { ...watched, isHeld }) : neededBy(seen, pool));
    }
  }
  return { stopped, freed, people: new Set(plan.decisions.map(({ userId }) => userId)), isByHand };
}

/** Adds what each needs to go on; the organization's weekday profile is computed once, if a person is stopped. */
function neededIn({
  use,
  today,
}: WatchedBudgets): (seen: StopObservation, pool: SharedPool | undefined) => StopObservation {
  let week: WeekdayProfile | undefined;
  return (seen, pool) => {
    const { user, scope, window } = seen.stop;
    if (scope === undefined) {
      return seen;
    }
    week ??= usualWeekOf(dailyCreditsOf(use, use.organization));
    const over =
      pool === undefined
        ? { overCredits: overOf(seen.stop) }
        : { overCredits: 0, poolOverCredits: poolOverCredits(pool) };
    const standing = { ...over, headroomCredits: 0, today, through: window.through };
    const needed = amountNeeded(standing, dailyCreditsOf(use, use.users.get(user.userId)), week);
    return needed === undefined ? seen : { ...seen, stop: { ...seen.stop, needed } };
  };
}

interface InForce {
  readonly limitCredits: number;
  readonly usedCredits: number;
  /** 0 or less for stopped users; absent where the limit was lifted. */
  readonly leftCredits?: number;
}

function inForceFor(
  decision: CapDecision,
  record: LimitRecord | undefined,
  { today, platformWindow, use }: WatchedBudgets,
): InForce | undefined {
  const limitCredits = settledLimit(record);
  if (limitCredits === undefined || decision.reason === 'exempt') {
    return undefined;
  }
  const { userId, binding } = decision;
  const usedCredits =
    binding?.usedCredits ?? creditsWithin(use, use.users.get(userId), windowAt('platform', today, platformWindow));
  const isLifted = binding === undefined && decision.limitCredits === limitCredits;
  return { limitCredits, usedCredits, ...(!isLifted && { leftCredits: limitCredits - usedCredits }) };
}

/** A person who has used up a limit that the next run raises, or that no budget decides any more. */
function leftOver(
  { userId, email, limitCredits: planned = 0 }: CapDecision,
  { limitCredits, usedCredits }: InForce,
  { today, platformWindow, use, isHeld }: WatchedBudgets & { readonly isHeld: boolean },
): StopObservation {
  const window = windowAt('platform', today, platformWindow);
  const amounts = { amountCredits: limitCredits, usedCredits, limitCredits, ownUsedCredits: usedCredits };
  const next = planned > usedCredits && !isHeld ? { nextLimitCredits: planned } : {};
  const base = { user: { userId, email }, isLeftOver: true, window, dataThrough: use.range.through } as const;
  return { stop: { ...base, ...next, ...amounts }, owners: [] };
}

function poolsByKey(pools: readonly SharedPool[]): ReadonlyMap<string, SharedPool> {
  // The current window comes first; its next one counts only where there is no other.
  const sorted = [...pools.filter(({ isNext }) => isNext), ...pools.filter(({ isNext }) => !isNext)];
  return new Map(sorted.map((pool) => [`${formatScope(pool.scope)}/${pool.window.kind}`, pool]));
}

function poolOf(
  { scope, window }: StopObservation['stop'],
  pools: ReadonlyMap<string, SharedPool>,
): SharedPool | undefined {
  return scope && pools.get(`${formatScope(scope)}/${window.kind}`);
}

function observeStop(
  stop: Stop,
  watched: WatchedBudgets,
  pools: ReadonlyMap<string, SharedPool>,
): StopObservation | undefined {
  const { userId, email, limitCredits, usedCredits: ownUsedCredits, cause } = stop;
  const dataThrough = watched.use.range.through;
  const platform = windowAt('platform', watched.today, watched.platformWindow);
  const base = { user: { userId, email }, ownUsedCredits, limitCredits, dataThrough };
  if (cause.kind === 'ceiling') {
    return {
      stop: { ...base, window: platform, amountCredits: limitCredits, usedCredits: ownUsedCredits },
      owners: [],
    };
  }
  const { scope } = cause;
  const pool = pools.get(`${formatScope(scope)}/${cause.window}`);
  if (pool !== undefined) {
    const { window, amountCredits, knownCredits: usedCredits, owners, guarantee } = pool;
    const allowed = guarantee.kind === 'strict' ? {} : { allowedCredits: allowedCredits(amountCredits, guarantee) };
    return {
      stop: { ...base, scope, window, ...otherDays(platform, window), amountCredits, ...allowed, usedCredits },
      owners,
    };
  }
  const budget = budgetsOfPerson(watched, { userId, email }).find((own) => own.window === cause.window);
  return budget === undefined
    ? undefined
    : { stop: { ...base, ...ownFacts(budget, stop, watched) }, owners: budget.owners };
}

function otherDays({ from, through }: Window, window: Window): Pick<StopFacts, 'limitWindow'> {
  return from === window.from && through === window.through ? {} : { limitWindow: { from, through } };
}

function ownFacts({ scope, window: kind, amount }: Budget, { userId, email }: Stop, watched: WatchedBudgets) {
  const window = windowAt(kind, watched.today, watched.platformWindow);
  const topUpCredits = watched.topUpCredits.get(emailKey(email)) ?? 0;
  return {
    scope,
    window,
    ...otherDays(windowAt('platform', watched.today, watched.platformWindow), window),
    amountCredits: amount.kind === 'unlimited' ? 0 : amount.credits + topUpCredits,
    usedCredits: creditsWithin(watched.use, watched.use.users.get(userId), window),
  };
}
