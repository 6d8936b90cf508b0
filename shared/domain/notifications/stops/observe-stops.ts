import type { Budget } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import { windowAt } from '../../budgets/window.ts';
import type { CapDecision } from '../../caps/cap.ts';
import type { CapPlan } from '../../caps/cap-plan.ts';
import type { SharedPool } from '../../caps/divide-shares.ts';
import { stopsOf, type Stop } from '../../caps/stops.ts';
import { creditsWithin } from '../../ledger/daily-use.ts';
import type { LimitRecord } from '../../limits/limit-record.ts';
import { emailKey } from '../../roster/email.ts';
import { budgetsOf, type WatchedBudgets } from '../observe/watched-budget.ts';
import type { StopObservation, StopsSeen } from './stop-condition.ts';

/** What a run knows once its limits are set. */
export interface LimitsSet {
  readonly plan: CapPlan;
  /** By user id, as they are after the run. */
  readonly records: ReadonlyMap<string, LimitRecord>;
  readonly watched: WatchedBudgets;
  readonly isByHand: boolean;
}

/**
 * Who is stopped by the limits that are in force after a run, and who may consume again. A limit that the platform
 * refused, or whose outcome is unknown, says neither.
 */
export function observeStops({ plan, records, watched, isByHand }: LimitsSet): StopsSeen {
  const isInForce = (userId: string, usedCredits: number) => {
    const record = records.get(userId);
    return record?.unsettled.length === 0 && (record.confirmed?.limitCredits ?? Infinity) <= usedCredits;
  };
  const stops = stopsOf(plan).filter(({ userId, usedCredits }) => isInForce(userId, usedCredits));
  const pools = poolsByKey(plan.shares.pools);
  return {
    stopped: [
      ...stops.flatMap((stop) => observeStop(stop, watched, pools) ?? []),
      ...plan.decisions.flatMap((decision) => leftOver(decision, records.get(decision.userId), watched) ?? []),
    ],
    freed: new Map(plan.decisions.flatMap((decision) => freedBy(decision, records.get(decision.userId)))),
    people: new Set(plan.decisions.map(({ userId }) => userId)),
    isByHand,
  };
}

function freedBy(
  { userId, binding, limitCredits }: CapDecision,
  record: LimitRecord | undefined,
): readonly (readonly [string, number | undefined])[] {
  const inForce = record?.unsettled.length === 0 ? record.confirmed?.limitCredits : undefined;
  if (limitCredits === undefined || inForce === undefined) {
    return [];
  }
  // Without a budget that decides, the limit was lifted.
  const leftCredits = binding === undefined ? undefined : inForce - binding.usedCredits;
  return leftCredits === undefined || leftCredits > 0 ? [[userId, leftCredits]] : [];
}

/**
 * Somebody whose limit stays since no budget decides it, or none that can be read, and who has used it up. Of who is
 * exempt nobody here knows the limit.
 */
function leftOver(
  { kind, reason, userId, email, limitCredits: decided }: CapDecision,
  record: LimitRecord | undefined,
  watched: WatchedBudgets,
): StopObservation | undefined {
  const limitCredits = record?.unsettled.length === 0 ? record.confirmed?.limitCredits : undefined;
  if (kind === 'set' || decided !== undefined || reason === 'exempt' || limitCredits === undefined) {
    return undefined;
  }
  const window = windowAt('platform', watched.today, watched.platformWindow);
  const usedCredits = creditsWithin(watched.use, watched.use.users.get(userId), window);
  const stop = { user: { userId, email }, isLeftOver: true, window, dataThrough: watched.use.range.through } as const;
  const amounts = { amountCredits: limitCredits, usedCredits, limitCredits, ownUsedCredits: usedCredits };
  return usedCredits < limitCredits ? undefined : { stop: { ...stop, ...amounts }, owners: [] };
}

function poolsByKey(pools: readonly SharedPool[]): ReadonlyMap<string, SharedPool> {
  // The window of now comes first, and its next one counts only where there is no other.
  const sorted = [...pools.filter(({ isNext }) => isNext), ...pools.filter(({ isNext }) => !isNext)];
  return new Map(sorted.map((pool) => [`${formatScope(pool.scope)}/${pool.window.kind}`, pool]));
}

function observeStop(
  stop: Stop,
  watched: WatchedBudgets,
  pools: ReadonlyMap<string, SharedPool>,
): StopObservation | undefined {
  const { userId, email, limitCredits, usedCredits: ownUsedCredits, cause } = stop;
  const dataThrough = watched.use.range.through;
  const base = { user: { userId, email }, ownUsedCredits, limitCredits, dataThrough };
  if (cause.kind === 'ceiling') {
    const window = windowAt('platform', watched.today, watched.platformWindow);
    return { stop: { ...base, window, amountCredits: limitCredits, usedCredits: ownUsedCredits }, owners: [] };
  }
  const { scope } = cause;
  const pool = pools.get(`${formatScope(scope)}/${cause.window}`);
  if (pool !== undefined) {
    const { window, amountCredits, knownCredits: usedCredits, owners } = pool;
    return { stop: { ...base, scope, window, amountCredits, usedCredits }, owners };
  }
  const budget = budgetsOf(watched.budgets, { userId, email }).find((own) => own.window === cause.window);
  return budget === undefined
    ? undefined
    : { stop: { ...base, ...ownFacts(budget, stop, watched) }, owners: budget.owners };
}

function ownFacts({ scope, window: kind, amount }: Budget, { userId, email }: Stop, watched: WatchedBudgets) {
  const window = windowAt(kind, watched.today, watched.platformWindow);
  const topUpCredits = watched.topUpCredits.get(emailKey(email)) ?? 0;
  return {
    scope,
    window,
    amountCredits: amount.kind === 'unlimited' ? 0 : amount.credits + topUpCredits,
    usedCredits: creditsWithin(watched.use, watched.use.users.get(userId), window),
  };
}
