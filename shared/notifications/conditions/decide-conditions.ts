import { invariant } from '../../kernel/invariant.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { addDays, type Day } from '../../kernel/time/day.ts';
import { compareAlerts } from '../alert-order.ts';
import { severityOf } from '../event-severity.ts';
import { compareNotifications, type ConditionNotification, notificationsOf } from '../notification.ts';
import { type Observation, observedConditionId } from '../observation.ts';
import type { Routing } from '../routing.ts';
import { endStop, stopConditionId, type StopsSeen, watchStop } from '../stops/stop-condition.ts';
import { stoppedPeople, stoppedPeopleId, watchStoppedPeople } from '../stops/stopped-people.ts';
import type { AlertLease, ResolvableTopic, ResolvableTopicUnder, Topic } from '../topics.ts';
import { asComeBack, comeBack } from './come-back.ts';
import type { ConditionEvent, ConditionVerdict } from './condition-event.ts';
import { type ConditionState, kindOfEvent, type ObservedState, type UseState } from './condition-state.ts';
import {
  closeForecast,
  endForecast,
  forecastConditionId,
  type ForecastObservation,
  watchForecast,
} from './forecast-condition.ts';
import { missObserved, watchObserved } from './observed-condition.ts';
import { closeUse, endUse, isAllProvisional, settleSeen, watchUse } from './use-condition.ts';
import { useConditionId, type UseObservation } from './use-observation.ts';

/** Everything that a run has seen. What it could not look at is absent, and its conditions do not change. */
export interface Observations {
  readonly at: string;
  readonly dataThrough?: Day;
  /** Of every window that holds the last complete day or today. */
  readonly uses?: readonly UseObservation[];
  readonly forecasts?: readonly ForecastObservation[];
  /** Ids of open conditions about budgets that do not apply any more. */
  readonly gone?: ReadonlySet<string>;
  readonly stops?: StopsSeen;
  readonly observed: readonly Observation[];
  readonly lookedFor: LookedFor;
  readonly doneFor?: Readonly<Partial<Record<Topic, readonly string[]>>>;
}

/** The conditions of a topic that a run has looked for: with a list, those with these keys. */
type Looked = 'all' | 'none' | readonly string[];

/** A condition that was looked for and not seen is gone. */
type LookedFor = Readonly<Partial<Record<ResolvableTopic, Looked>>>;

/** All topics under one lease: a job that omits one does not compile. */
export type LookedForUnder<Lease extends AlertLease> = Readonly<Record<ResolvableTopicUnder<Lease>, Looked>>;

export interface ConditionDecision {
  readonly states: readonly ConditionState[];
  readonly events: readonly ConditionEvent[];
  readonly notifications: ReadonlyMap<string, readonly ConditionNotification[]>;
}

/**
 * Turns observations and stored states into states to store and notifications to give. The order of both does not
 * matter; the same observations on the resulting states give nothing new; a state that a later run has changed stays.
 * Notifications are stored before states: repeated after a crash, they have the same ids.
 */
export function decideConditions(
  seen: Observations,
  stored: readonly ConditionState[],
  routing: Routing,
): ConditionDecision {
  const byId = new Map(stored.map((state) => [state.conditionId, state]));
  invariant(byId.size === stored.length, 'no condition has two states');
  const open = new Map([...byId].filter(([, state]) => Date.parse(state.asOf) <= Date.parse(seen.at)));
  const newer = new Set([...byId.keys()].filter((conditionId) => !open.has(conditionId)));
  const verdicts = [
    ...usesVerdicts(seen, open, newer),
    ...forecastVerdicts(seen, open, newer),
    ...stopVerdicts(seen, { open, newer, routing }),
    ...observedVerdicts(seen, open, newer),
  ];
  const changed = new Map(verdicts.flatMap(({ state }) => (state === undefined ? [] : [[state.conditionId, state]])));
  const back = comeBackVerdicts(seen, new Map([...open, ...changed]), newer);
  back.forEach(({ state }) => state === undefined || changed.set(state.conditionId, state));
  const fresh = verdicts.flatMap(({ events }) => events.map((event) => asComeBack(event, byId.get(event.conditionId))));
  const events = [...fresh, ...back.flatMap((verdict) => verdict.events)].toSorted(worstEventFirst);
  return {
    states: [...changed.values()].toSorted((a, b) => compareText(a.conditionId, b.conditionId)),
    events,
    notifications: byRecipient(events, seen.at, routing),
  };
}

type States = ReadonlyMap<string, ConditionState>;
type Verdicts = readonly ConditionVerdict<ConditionState>[];

function usesVerdicts(seen: Observations, open: States, newer: ReadonlySet<string>): Verdicts {
  const observed = uniqueBy(seen.uses ?? [], useConditionId);
  const stored = [...open.values()].filter((state) => state.kind === 'use' && !state.isClosed);
  const ids = new Set([...observed.keys(), ...stored.map(({ conditionId }) => conditionId)]);
  return [...ids]
    .filter((conditionId) => !newer.has(conditionId))
    .map((conditionId): ConditionVerdict<ConditionState> => {
      const state = open.get(conditionId);
      const before = state?.kind === 'use' ? state : undefined;
      const use = observed.get(conditionId);
      const hasEnded = hasTurned((use ?? before?.facts)?.window, seen);
      const watched =
        use !== undefined
          ? watchUse(before, use, { at: seen.at, hasEnded })
          : before !== undefined && isGone(before, before.facts.window, seen)
            ? endUse(before, seen.at)
            : settleSeen(before, seen);
      const after: UseState | undefined = 'state' in watched ? watched.state : before;
      if (!hasEnded || after === undefined || after.isClosed) {
        return watched;
      }
      // A warning in the course of the window has given its reset time.
      const isNotified = watched.events.length > 0 || (before !== undefined && isAllProvisional(before));
      const closed = closeUse(after, seen.at, isNotified);
      return { ...closed, events: [...watched.events, ...closed.events] };
    });
}

function forecastVerdicts(seen: Observations, open: States, newer: ReadonlySet<string>): Verdicts {
  const observed = uniqueBy(seen.forecasts ?? [], forecastConditionId);
  const today = seen.at.slice(0, 10);
  const watched = [...observed]
    .filter(([conditionId, forecast]) => !newer.has(conditionId) && !hasTurned(forecast.forecast.window, seen))
    .map(([conditionId, forecast]) => {
      const state = open.get(conditionId);
      return watchForecast(state?.kind === 'forecast' ? state : undefined, forecast, { at: seen.at, today });
    });
  const turned = [...open.values()]
    .filter((state) => state.kind === 'forecast')
    .filter(({ isClosed, window }) => !isClosed && hasTurned(window, seen));
  const ended = [...open.values()]
    .filter((state) => state.kind === 'forecast')
    .filter((state) => !state.isClosed && !hasTurned(state.window, seen) && isGone(state, state.window, seen));
  return [
    ...watched,
    ...turned.map((state) => closeForecast(state, seen.at)),
    ...ended.map((state) => endForecast(state, seen.at)),
  ];
}

function stopVerdicts(
  { stops, at }: Observations,
  known: { readonly open: States; readonly newer: ReadonlySet<string>; readonly routing: Routing },
): Verdicts {
  if (stops === undefined) {
    return [];
  }
  const { open, newer, routing } = known;
  const moment = { at, today: at.slice(0, 10) };
  const observed = new Map(stops.stopped.map((seen) => [stopConditionId(seen.stop.user), seen]));
  const stopped = [...observed]
    .filter(([conditionId]) => !newer.has(conditionId))
    .map(([conditionId, seen]) => {
      const state = open.get(conditionId);
      return watchStop(state?.kind === 'stop' ? state : undefined, seen, moment);
    });
  const others = [...open.values()]
    .filter((state) => state.kind === 'stop')
    .filter(({ conditionId, phase }) => phase === 'in-alarm' && !observed.has(conditionId));
  const ended = others.flatMap((state) => endStop(state, stops, moment) ?? []);
  const freshIds = new Set(
    stopped.flatMap(({ events }) => events.flatMap((event) => ('stop' in event ? event.stop.user.userId : []))),
  );
  const people = stoppedPeople(stops.stopped, freshIds).filter((each) => !newer.has(stoppedPeopleId(each)));
  const together = people.map((each) =>
    watchStoppedPeople(open.get(stoppedPeopleId(each)), each, { ...moment, routing }),
  );
  return [...stopped, ...ended, ...together];
}

function observedVerdicts(seen: Observations, open: States, newer: ReadonlySet<string>): Verdicts {
  const observed = uniqueBy(seen.observed, observedConditionId);
  const moment = { at: seen.at, today: seen.at.slice(0, 10) };
  const present = [...observed]
    .filter(([conditionId]) => !newer.has(conditionId))
    .map(([conditionId, observation]) => {
      const state = open.get(conditionId);
      return watchObserved(state?.kind === 'observed' ? state : undefined, observation, moment);
    });
  const presentIds = new Set([...observed.keys(), ...(seen.stops?.stopped ?? []).map(stoppedPeopleId)]);
  const missing = [...open.values()]
    .filter((state) => state.kind === 'observed')
    .filter(({ conditionId, observation }) => isLookedFor(observation, seen.lookedFor) && !presentIds.has(conditionId));
  return [...present, ...missing.map((state) => missObserved(withDone(state, seen), moment))];
}

function comeBackVerdicts(seen: Observations, states: States, newer: ReadonlySet<string>): Verdicts {
  const forecasts = uniqueBy(seen.forecasts ?? [], forecastConditionId);
  const observed = [
    ...(seen.uses ?? []).map(useConditionId),
    ...forecasts.keys(),
    ...seen.observed.map(observedConditionId),
    ...new Set((seen.stops?.stopped ?? []).map(stoppedPeopleId)),
  ];
  return observed
    .filter((conditionId) => !newer.has(conditionId))
    .flatMap((conditionId) => states.get(conditionId) ?? [])
    .map((state) => comeBack(state, seen.at, forecasts.get(state.conditionId)));
}

function withDone(state: ObservedState, { doneFor = {} }: Observations): ObservedState {
  const resolvedDetails = doneFor[state.observation.topic];
  return resolvedDetails === undefined ? state : { ...state, observation: { ...state.observation, resolvedDetails } };
}

function isLookedFor({ topic, key }: Observation, lookedFor: LookedFor): boolean {
  const looked: Readonly<Partial<Record<Topic, Looked>>> = lookedFor;
  const keys = looked[topic] ?? 'none';
  return keys === 'all' || (keys !== 'none' && keys.includes(key));
}

/** Only the windows of today and of the last known day are looked at. */
function isGone(
  { conditionId }: ConditionState,
  { from, through }: { readonly from: Day; readonly through: Day },
  { gone, at, dataThrough }: Observations,
): boolean {
  const isWatched = [at.slice(0, 10), dataThrough].some((day) => day !== undefined && from <= day && day <= through);
  return isWatched && gone?.has(conditionId) === true;
}

/** A window has ended when its last day is over and known: until then a late figure may still cross a threshold. */
function hasTurned(window: { readonly through: Day } | undefined, { at, dataThrough }: Observations): boolean {
  const yesterday = addDays(at.slice(0, 10), -1);
  return (
    window !== undefined && dataThrough !== undefined && window.through <= yesterday && window.through <= dataThrough
  );
}

function uniqueBy<T>(items: readonly T[], idOf: (item: T) => string): ReadonlyMap<string, T> {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  invariant(byId.size === items.length, 'nothing is observed twice in one run');
  return byId;
}

function byRecipient(
  events: readonly ConditionEvent[],
  at: string,
  routing: Routing,
): ConditionDecision['notifications'] {
  const notifications = events
    .flatMap((event) => notificationsOf(event, at, routing))
    .toSorted((a, b) => compareText(a.recipient, b.recipient) || compareNotifications(a, b));
  return Map.groupBy(notifications, ({ recipient }) => recipient);
}

function worstEventFirst(a: ConditionEvent, b: ConditionEvent): number {
  return (
    compareAlerts(
      { severity: severityOf(a, 'admin'), kind: kindOfEvent(a) },
      { severity: severityOf(b, 'admin'), kind: kindOfEvent(b) },
    ) || compareText(a.eventId, b.eventId)
  );
}
