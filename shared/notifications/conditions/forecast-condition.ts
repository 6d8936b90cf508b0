import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { Window } from '../../budgets/window.ts';
import { chanceOfExceeding, type WindowForecast } from '../../forecast/forecast.ts';
import type { Rise } from '../../forecast/rise.ts';
import { addDays, type Day } from '../../kernel/time/day.ts';
import type { AffectedUser } from '../affected-user.ts';
import type { ConditionVerdict, ForecastEvent, Moment } from './condition-event.ts';
import type { ForecastState, Streak } from './condition-state.ts';

/** One night's forecast of one budget with the forecast alert on. Unlimited budgets are not observed. */
export interface ForecastObservation {
  readonly scope: Scope;
  readonly user?: AffectedUser | undefined;
  readonly amountCredits: number;
  readonly owners: readonly string[];
  readonly forecast: WindowForecast;
  readonly rise?: Rise;
  /** The person is stopped already, by this budget or another. */
  readonly isStopped?: boolean;
}

/** From this chance of exceeding the amount on, a night says over ... */
const overChance = 0.5;

/** ... and below this one under. In between it says neither, so that a borderline forecast does not flap. */
const underChance = 0.3;

const nightsInARow = 2;

export function forecastConditionId(seen: ForecastObservation): string {
  return forecastId(seen, seen.forecast.window);
}

export const forecastIdPrefix = 'forecast/';

/** Returns the id of the alert about a budget's forecast for a window. */
export function forecastId(
  { scope, user }: { readonly scope: Scope; readonly user?: AffectedUser | undefined },
  window: Window,
): string {
  return `${forecastIdPrefix}${formatScope(scope)}/${window.kind}/${window.from}/${user?.userId ?? ''}`;
}

/**
 * Raises an alert after two consecutive nights that expect too much, and resolves it after two that do not: each at
 * most once per window and amount. Once the amount is used, or the person is stopped, the alert of that takes over.
 */
export function watchForecast(
  state: ForecastState | undefined,
  seen: ForecastObservation,
  run: Moment,
): ConditionVerdict<ForecastState> {
  if (state?.isClosed !== true && isOvertaken(seen)) {
    return state?.phase === 'in-alarm' ? endForecast(state, run.at) : { events: [] };
  }
  const verdict = verdictOf(seen);
  const isQuiet = verdict !== 'over' && state?.phase !== 'in-alarm' && state?.streak.verdict !== 'over';
  if (state?.isClosed === true || isQuiet) {
    return { events: [] };
  }
  const earlier = state?.streak.night === run.today ? state.streakBefore : state?.streak;
  const streak = continued(earlier, verdict, run.today);
  const next: Omit<ForecastState, 'asOf'> = {
    ...(state ?? freshState(seen)),
    streak,
    ...(earlier === undefined ? {} : { streakBefore: earlier }),
  };
  const change = streak.nights < nightsInARow ? undefined : changeOf(state, seen, verdict);
  if (change === undefined) {
    return isSame(state, streak) ? { events: [] } : { state: { ...next, asOf: run.at }, events: [] };
  }
  const { acknowledged: _, ...rest } = next;
  return {
    state: { ...rest, asOf: run.at, phase: change.phase, notifiedAmountCredits: change.notifiedAmountCredits },
    events: [eventOf(change, seen)],
  };
}

/** Resolves the alert about a budget that does not apply any more; its thresholds give the reason. */
export function endForecast(state: ForecastState, at: string): ConditionVerdict<ForecastState> {
  const { acknowledged: _, ...rest } = state;
  return state.phase === 'in-alarm' ? { state: { ...rest, asOf: at, phase: 'resolved' }, events: [] } : { events: [] };
}

/** Closes a window that has ended. Its thresholds report the result. */
export function closeForecast(state: ForecastState, at: string): ConditionVerdict<ForecastState> {
  return { state: { ...state, asOf: at, isClosed: true }, events: [] };
}

function isOvertaken({ forecast, amountCredits, isStopped = false }: ForecastObservation): boolean {
  return isStopped || forecast.usedCredits >= amountCredits;
}

function verdictOf({ forecast, amountCredits }: ForecastObservation): Streak['verdict'] {
  const chance = chanceOfExceeding(forecast, amountCredits);
  return chance >= overChance ? 'over' : chance < underChance ? 'under' : 'unsure';
}

function freshState(seen: ForecastObservation) {
  const { window } = seen.forecast;
  return {
    kind: 'forecast',
    conditionId: forecastConditionId(seen),
    scope: seen.scope,
    window,
    phase: 'ok',
    isClosed: false,
  } as const;
}

function continued(earlier: Streak | undefined, verdict: Streak['verdict'], today: Day): Streak {
  const isNext = earlier?.verdict === verdict && earlier.night === addDays(today, -1);
  return { verdict, nights: isNext ? earlier.nights + 1 : 1, night: today };
}

function isSame(state: ForecastState | undefined, streak: Streak): boolean {
  return state?.streak.night === streak.night && state.streak.verdict === streak.verdict;
}

interface Change {
  readonly phase: 'in-alarm' | 'resolved';
  readonly notifiedAmountCredits: number;
}

function changeOf(
  state: ForecastState | undefined,
  { amountCredits }: ForecastObservation,
  verdict: Streak['verdict'],
): Change | undefined {
  const notifiedAmountCredits = state?.notifiedAmountCredits;
  if (verdict === 'over' && state?.phase !== 'in-alarm') {
    const isNotified = notifiedAmountCredits !== undefined && amountCredits <= notifiedAmountCredits;
    return isNotified ? undefined : { phase: 'in-alarm', notifiedAmountCredits: amountCredits };
  }
  if (verdict === 'under' && state?.phase === 'in-alarm' && notifiedAmountCredits !== undefined) {
    return { phase: 'resolved', notifiedAmountCredits };
  }
  return undefined;
}

function eventOf({ phase, notifiedAmountCredits }: Change, seen: ForecastObservation): ForecastEvent {
  const kind = phase === 'in-alarm' ? 'forecast-raised' : 'forecast-resolved';
  const conditionId = forecastConditionId(seen);
  return { kind, eventId: `${conditionId}/${kind}/${notifiedAmountCredits}`, conditionId, ...seen };
}
