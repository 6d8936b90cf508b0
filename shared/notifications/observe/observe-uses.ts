import type { Budget } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import type { Window, WindowKind } from '../../budgets/window.ts';
import type { DailyCredits } from '../../forecast/daily-credits.ts';
import { expectedRunOutDay, chanceOfExceeding } from '../../forecast/forecast.ts';
import type { WeekdayProfile } from '../../forecast/weekday-profile.ts';
import { addDays, isDay, latestDay } from '../../kernel/time/day.ts';
import { creditsOver, creditsWithin, dailyCreditsOf, spanOf, type DaySpan } from '../../ledger/daily-use.ts';
import { forecastId, forecastIdPrefix, type ForecastObservation } from '../conditions/forecast-condition.ts';
import {
  budgetIdPrefix,
  isPastAnyLine,
  useConditionId,
  type UseObservation,
  shareIdPrefix,
  warnPercent,
} from '../conditions/use-observation.ts';
import { watchedBudgets, windowsFor, type WatchedBudget, type WatchedBudgets } from './watched-budget.ts';

function expectationOf(
  seen: UseObservation,
  daily: DailyCredits,
  profile?: WeekdayProfile,
): Pick<UseObservation, 'dataThrough' | 'expectedOn'> {
  const dataThrough = daily.through;
  if (seen.amount.kind === 'unlimited') {
    return { dataThrough };
  }
  const amountCredits = seen.amount.credits + seen.topUpCredits;
  const expectedOn = expectedRunOutDay({ window: seen.window, amountCredits }, daily, profile);
  return { dataThrough, expectedOn };
}

/** Observes each budget's use in the window of today, and in the one of the last complete day. */
export function observeUses(view: WatchedBudgets, profile?: WeekdayProfile): readonly UseObservation[] {
  const spansOf = spansFor(view);
  const uses: UseObservation[] = [];
  // With very many users it is computed only for those notified.
  const expected = ({ credits }: WatchedBudget, seen: UseObservation) =>
    view.seen !== undefined
      ? { dataThrough: view.seen.knownThrough }
      : isPastAnyLine(seen)
        ? expectationOf(seen, dailyCreditsOf(view.use, credits), profile)
        : { dataThrough: view.use.range.through };
  for (const watched of watchedBudgets(view)) {
    for (const spans of spansOf(watched.budget)) {
      const seen = { ...observeUse(watched, spans), ...seenPart(watched, spans, view) };
      if (isWorthALook(seen, view)) {
        uses.push({ ...seen, ...expected(watched, seen) });
      }
    }
  }
  return uses;
}

/** Without use observed since the ledger's end, the ledger is complete. */
function isWorthALook(seen: UseObservation, { openIds, seen: look }: WatchedBudgets): boolean {
  if (look !== undefined && seen.seen === undefined) {
    return false;
  }
  return openIds === undefined || isPastAnyLine(seen) || openIds.has(useConditionId(seen));
}

interface BudgetSpans {
  readonly window: Window;
  readonly days: DaySpan;
  readonly beforeChange?: DaySpan;
}

/** One budget may apply to very many people: its days are computed once. */
function spansFor(view: WatchedBudgets): (budget: Budget) => readonly BudgetSpans[] {
  const latestOf = windowsFor(view, view.use.range.through);
  const currentOf = windowsFor(view, view.today);
  const known = new Map<Budget, readonly BudgetSpans[]>();
  return (budget) => {
    const earlier = known.get(budget);
    if (earlier !== undefined) {
      return earlier;
    }
    const [latest, current] = [latestOf(budget.window), currentOf(budget.window)];
    const windows = latest.from === current.from ? [current] : [latest, current];
    const spans = windows.map((window) => spansIn(window, budget, view));
    known.set(budget, spans);
    return spans;
  };
}

function spansIn(window: Window, { updatedAt }: Budget, { use }: WatchedBudgets): BudgetSpans {
  const changedOn = updatedAt.slice(0, 10);
  const days = spanOf(use, window);
  return isDay(changedOn) && window.from < changedOn && changedOn <= window.through
    ? { window, days, beforeChange: spanOf(use, { from: window.from, through: addDays(changedOn, -1) }) }
    : { window, days };
}

function seenPart(
  { credits }: WatchedBudget,
  { window }: BudgetSpans,
  { use, seen }: WatchedBudgets,
): Pick<UseObservation, 'seen'> {
  if (seen === undefined) {
    return {};
  }
  const from = latestDay(window.from, addDays(seen.knownThrough, 1));
  const seenCredits = from > window.through ? 0 : creditsWithin(use, credits, { from, through: window.through });
  return seenCredits > 0 ? { seen: { credits: seenCredits, at: seen.at } } : {};
}

function observeUse(
  { budget, person, credits, topUpCredits }: WatchedBudget,
  { window, days, beforeChange }: BudgetSpans,
): UseObservation {
  const { scope, mode, amount, thresholds, owners, guarantee } = budget;
  return {
    basis: 'budget',
    scope,
    user: person,
    window,
    mode,
    amount,
    topUpCredits,
    usedCredits: creditsOver(credits, days),
    ...(beforeChange && { usedBeforeChangeCredits: creditsOver(credits, beforeChange) }),
    thresholds,
    owners,
    ...(guarantee?.kind === 'overcommit' && { overcommit: guarantee.factor }),
  };
}

/**
 * The ids of open conditions about budgets that apply to no one any more, or not to this person: replaced, removed, or
 * the person has left. None between the nightly runs, which look at some budgets alone.
 */
export function goneConditions(view: WatchedBudgets): ReadonlySet<string> {
  const { openIds = [], seen } = view;
  const gone = new Set([...openIds].filter((id) => id.startsWith(budgetIdPrefix) || id.startsWith(forecastIdPrefix)));
  if (seen !== undefined || gone.size === 0) {
    return new Set();
  }
  const spansOf = spansFor(view);
  for (const { budget, person: user } of watchedBudgets(view)) {
    const { scope } = budget;
    for (const { window } of spansOf(budget)) {
      gone.delete(useConditionId({ basis: 'budget', scope, user, window }));
      gone.delete(forecastId({ scope, user }, window));
    }
  }
  return gone;
}

/** From this chance that a pool does not last, its members are warned. */
const warnChance = 0.5;

/** Observes pools that will probably not last, once 80 % is used: members with use are warned once. */
export function observeMembers(
  view: WatchedBudgets,
  forecasts: readonly ForecastObservation[],
  stoppedIds: ReadonlySet<string>,
): readonly UseObservation[] {
  const endangered = new Set(
    forecasts.filter(isEndangered).map(({ scope, forecast }) => formatScope(scope) + forecast.window.kind),
  );
  const isAnyOpen = view.openIds === undefined || [...view.openIds].some((id) => id.startsWith(shareIdPrefix));
  const windowOf = windowsFor(view, view.today);
  return [...watchedBudgets({ ...view, people: [] })]
    .filter(({ budget }) => budget.mode === 'enforce')
    .flatMap((pool) => {
      const isInDanger = endangered.has(formatScope(pool.budget.scope) + pool.budget.window);
      const seen = isInDanger || isAnyOpen ? membersOf(pool, view, windowOf) : [];
      // Warned people are notified when the pool has credits again; a pool that will last warns no one.
      // To a stopped person neither is true: of other budgets there may be nothing left for them.
      return seen
        .filter(({ user }) => !stoppedIds.has(user?.userId ?? ''))
        .filter((each) => isInDanger || (!isPastAnyLine(each) && isOpen(each, view)));
    });
}

function isOpen(seen: UseObservation, { openIds }: WatchedBudgets): boolean {
  return openIds === undefined || openIds.has(useConditionId(seen));
}

function isEndangered({ forecast, amountCredits }: ForecastObservation): boolean {
  const { usedCredits } = forecast;
  const isNear = usedCredits * 100 >= amountCredits * warnPercent && usedCredits < amountCredits;
  return isNear && chanceOfExceeding(forecast, amountCredits) >= warnChance;
}

function membersOf(
  { budget, credits, topUpCredits }: WatchedBudget,
  view: WatchedBudgets,
  windowOf: (kind: WindowKind) => UseObservation['window'],
): readonly UseObservation[] {
  const { scope, mode, amount, owners } = budget;
  const window = windowOf(budget.window);
  const days = spanOf(view.use, window);
  const base = { basis: 'share', scope, window, mode, amount, topUpCredits, thresholds: [], owners } as const;
  const pool = { ...base, usedCredits: creditsOver(credits, days) };
  const seen = { ...pool, ...expectationOf(pool, dailyCreditsOf(view.use, credits)) };
  return view.people
    .filter(({ userId }) => scope.kind !== 'team' || view.teamOf.get(userId) === scope.name)
    .filter(({ userId }) => creditsOver(view.use.users.get(userId), days) > 0)
    .map((user) => ({ ...seen, user }));
}
