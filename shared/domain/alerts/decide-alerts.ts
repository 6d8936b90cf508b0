import { invariant } from '../invariant.ts';
import { addDays, type Day } from '../time/day.ts';
import type { AlertEvent, Verdict } from './alert-event.ts';
import { type AlertNotice, noticesOf } from './alert-notice.ts';
import type { AlertState, ForecastAlertState, MatterState, UseAlertState } from './alert-state.ts';
import { asComeBack, tellAgain } from './come-back.ts';
import { closeForecast, forecastAlertId, type ForecastObservation, watchForecast } from './forecast-alert.ts';
import { type Matter, matterAlertId, type MatterTopic } from './matter.ts';
import { missMatter, watchMatter } from './matter-alert.ts';
import type { Routing } from './routing.ts';
import { compareSeverity } from './severity.ts';
import { closeUse, useAlertId, type UseObservation, watchUse } from './use-alert.ts';

/** All that a run has seen. What it could not look at is absent, and its alerts stay as they are. */
export interface Observations {
  /** ISO instant as of which the run looks. */
  readonly at: string;
  /** The last complete day of the ledger; absent when none is. */
  readonly dataThrough?: Day;
  /** Of every window that holds the last complete day or today. */
  readonly uses: readonly UseObservation[];
  readonly forecasts: readonly ForecastObservation[];
  readonly matters: readonly Matter[];
  /** The topics that the run has looked for: a matter of these that is not among `matters` is gone. */
  readonly topics: ReadonlySet<MatterTopic>;
}

export interface AlertDecision {
  /** Those that changed. */
  readonly states: readonly AlertState[];
  /** By recipient, the most severe first. */
  readonly notices: ReadonlyMap<string, readonly AlertNotice[]>;
}

/**
 * Turns what a run has seen and the stored states into the states to store and the notices to give. The order of
 * both changes nothing; the same observations on the resulting states give nothing new; a state that a later run has
 * changed is left alone. Notices are to be written before the states: made again after a crash, they have the same ids.
 */
export function decideAlerts(seen: Observations, stored: readonly AlertState[], routing: Routing): AlertDecision {
  const byId = new Map(stored.map((state) => [state.alertId, state]));
  invariant(byId.size === stored.length, 'no alert has two states');
  const open = new Map([...byId].filter(([, state]) => Date.parse(state.asOf) <= Date.parse(seen.at)));
  const newer = new Set([...byId.keys()].filter((alertId) => !open.has(alertId)));
  const verdicts = [
    ...usesVerdicts(seen, open, newer),
    ...forecastVerdicts(seen, open, newer),
    ...matterVerdicts(seen, open, newer),
  ];
  const changed = new Map(verdicts.flatMap(({ state }) => (state === undefined ? [] : [[state.alertId, state]])));
  const back = comeBackVerdicts(seen, new Map([...open, ...changed]), newer);
  back.forEach(({ state }) => state === undefined || changed.set(state.alertId, state));
  const told = verdicts.flatMap(({ events }) => events.map((event) => asComeBack(event, byId.get(event.alertId))));
  const events = [...told, ...back.flatMap((verdict) => verdict.events)];
  return {
    states: [...changed.values()].toSorted((a, b) => compareText(a.alertId, b.alertId)),
    notices: byRecipient(events, seen.at, routing),
  };
}

type States = ReadonlyMap<string, AlertState>;

function usesVerdicts(seen: Observations, open: States, newer: ReadonlySet<string>): readonly Verdict<AlertState>[] {
  const observed = uniqueBy(seen.uses, useAlertId);
  const ids = new Set([...observed.keys(), ...[...open.values()].filter(isOpenUse).map(({ alertId }) => alertId)]);
  return [...ids]
    .filter((alertId) => !newer.has(alertId))
    .map((alertId): Verdict<AlertState> => {
      const state = open.get(alertId);
      const before = state?.kind === 'use' ? state : undefined;
      const use = observed.get(alertId);
      const hasEnded = hasTurned((use ?? before?.facts)?.window, seen);
      const watched = use === undefined ? { events: [] } : watchUse(before, use, { at: seen.at, hasEnded });
      const after: UseAlertState | undefined = 'state' in watched ? watched.state : before;
      if (!hasEnded || after === undefined || after.isClosed) {
        return watched;
      }
      const closed = closeUse(after, seen.at, watched.events.length > 0);
      return { ...closed, events: [...watched.events, ...closed.events] };
    });
}

function forecastVerdicts(
  seen: Observations,
  open: States,
  newer: ReadonlySet<string>,
): readonly Verdict<AlertState>[] {
  const observed = uniqueBy(seen.forecasts, forecastAlertId);
  const today = seen.at.slice(0, 10);
  const watched = [...observed]
    .filter(([alertId, forecast]) => !newer.has(alertId) && !hasTurned(forecast.forecast.window, seen))
    .map(([alertId, forecast]) => {
      const state = open.get(alertId);
      return watchForecast(state?.kind === 'forecast' ? state : undefined, forecast, { at: seen.at, today });
    });
  const turned = [...open.values()].filter(isOpenForecast).filter(({ window }) => hasTurned(window, seen));
  return [...watched, ...turned.map((state) => closeForecast(state, seen.at))];
}

function matterVerdicts(seen: Observations, open: States, newer: ReadonlySet<string>): readonly Verdict<AlertState>[] {
  const observed = uniqueBy(seen.matters, matterAlertId);
  const night = { at: seen.at, today: seen.at.slice(0, 10) };
  const present = [...observed]
    .filter(([alertId]) => !newer.has(alertId))
    .map(([alertId, matter]) => {
      const state = open.get(alertId);
      return watchMatter(state?.kind === 'matter' ? state : undefined, matter, night);
    });
  const missing = [...open.values()]
    .filter(isMatter)
    .filter(({ alertId, matter }) => seen.topics.has(matter.topic) && !observed.has(alertId));
  return [...present, ...missing.map((state) => missMatter(state, night))];
}

/** What this run has seen, and was acknowledged until a day that is over by now. */
function comeBackVerdicts(
  seen: Observations,
  states: States,
  newer: ReadonlySet<string>,
): readonly Verdict<AlertState>[] {
  const forecasts = uniqueBy(seen.forecasts, forecastAlertId);
  const observed = [...seen.uses.map(useAlertId), ...forecasts.keys(), ...seen.matters.map(matterAlertId)];
  return observed
    .filter((alertId) => !newer.has(alertId))
    .flatMap((alertId) => states.get(alertId) ?? [])
    .map((state) => tellAgain(state, seen.at, forecasts.get(state.alertId)));
}

/** A window has turned when its last day is over and known: until then a late figure may still cross a threshold. */
function hasTurned(window: { readonly through: Day } | undefined, { at, dataThrough }: Observations): boolean {
  const yesterday = addDays(at.slice(0, 10), -1);
  return (
    window !== undefined && dataThrough !== undefined && window.through <= yesterday && window.through <= dataThrough
  );
}

function isOpenUse(state: AlertState): state is UseAlertState {
  return state.kind === 'use' && !state.isClosed;
}

function isOpenForecast(state: AlertState): state is ForecastAlertState {
  return state.kind === 'forecast' && !state.isClosed;
}

function isMatter(state: AlertState): state is MatterState {
  return state.kind === 'matter';
}

function uniqueBy<T>(items: readonly T[], idOf: (item: T) => string): ReadonlyMap<string, T> {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  invariant(byId.size === items.length, 'nothing is observed twice in one run');
  return byId;
}

function byRecipient(events: readonly AlertEvent[], at: string, routing: Routing): AlertDecision['notices'] {
  const notices = events
    .flatMap((event) => noticesOf(event, at, routing))
    .toSorted(
      (a, b) =>
        compareText(a.recipient, b.recipient) ||
        compareSeverity(a.severity, b.severity) ||
        compareText(a.noticeId, b.noticeId),
    );
  return Map.groupBy(notices, ({ recipient }) => recipient);
}

function compareText(first: string, second: string): number {
  return first < second ? -1 : Number(first > second);
}
