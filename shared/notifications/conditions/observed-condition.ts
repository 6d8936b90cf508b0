import { type Observation, observedConditionId } from '../observation.ts';
import { shortKey } from '../short-key.ts';
import type { ConditionVerdict, Moment, ObservedEvent } from './condition-event.ts';
import type { ObservedState } from './condition-state.ts';

const formsMax = 20;

/**
 * Compares an observation with the state. Notifies when the condition is raised, is raised again after it was resolved,
 * or takes a form without a notification. Once acknowledged, any other form raises it again.
 */
export function watchObserved(
  state: ObservedState | undefined,
  observation: Observation,
  moment: Moment,
): ConditionVerdict<ObservedState> {
  if (state === undefined || state.phase === 'resolved') {
    return raised(observation, moment, (state?.occurrence ?? 0) + 1);
  }
  const { absent, ...present } = state;
  if (!state.notifiedFingerprints.includes(observation.fingerprint)) {
    return changed(present, observation, moment);
  }
  const isSame = absent === undefined && state.observation.fingerprint === observation.fingerprint;
  return isSame ? { events: [] } : { state: { ...present, asOf: moment.at, observation }, events: [] };
}

export function missObserved(state: ObservedState, moment: Moment): ConditionVerdict<ObservedState> {
  if (state.phase === 'resolved' || state.absent?.night === moment.today) {
    return { events: [] };
  }
  const nights = (state.absent?.nights ?? 0) + 1;
  if (nights < state.observation.resolvesAfterNights) {
    return { state: { ...state, asOf: moment.at, absent: { nights, night: moment.today } }, events: [] };
  }
  const { absent: _, acknowledged: __, ...rest } = state;
  const isNews = state.observation.resolvedHeadline !== undefined;
  return {
    state: { ...rest, asOf: moment.at, phase: 'resolved' },
    events: isNews ? [eventOf('condition-resolved', state.observation, `${state.occurrence}`)] : [],
  };
}

function raised(observation: Observation, moment: Moment, occurrence: number): ConditionVerdict<ObservedState> {
  const state: ObservedState = {
    kind: 'observed',
    conditionId: observedConditionId(observation),
    asOf: moment.at,
    phase: 'in-alarm',
    observation,
    occurrence,
    notifiedFingerprints: [observation.fingerprint],
    changes: 0,
  };
  return { state, events: [eventOf('condition-raised', observation, `${occurrence}`)] };
}

function changed(state: ObservedState, observation: Observation, moment: Moment): ConditionVerdict<ObservedState> {
  const { acknowledged: _, ...rest } = state;
  const changes = state.changes + 1;
  const notifiedFingerprints = [...state.notifiedFingerprints, observation.fingerprint].slice(-formsMax);
  return {
    state: { ...rest, asOf: moment.at, observation, notifiedFingerprints, changes },
    events: [eventOf('condition-changed', observation, `${state.occurrence}.${changes}`)],
  };
}

/** Prefixes of event ids since the first record: a run that continues after an upgrade must find its own. */
const eventWords = {
  'condition-raised': 'matter-raised',
  'condition-changed': 'matter-changed',
  'condition-resolved': 'matter-resolved',
} as const satisfies Record<ObservedEvent['kind'], string>;

function eventOf(kind: ObservedEvent['kind'], observation: Observation, time: string): ObservedEvent {
  const conditionId = observedConditionId(observation);
  // The id contains the form: after a crash, one form's notification must not pass for another's.
  const eventId = `${conditionId}/${eventWords[kind]}/${time}/${shortKey(observation.fingerprint)}`;
  return { kind, eventId, conditionId, observation };
}
