import { hasExpired } from './acknowledge.ts';
import type { ConditionEvent, ObservedEvent, StopEvent, UseEvent, ConditionVerdict } from './condition-event.ts';
import {
  isInAlarm,
  linesFor,
  type ConditionState,
  type ObservedState,
  type StopState,
  type UseState,
} from './condition-state.ts';
import type { ForecastObservation } from './forecast-condition.ts';

/** Marks an event that raises an acknowledged condition again; any other event does not change. */
export function asComeBack(event: ConditionEvent, before: ConditionState | undefined): ConditionEvent {
  const acknowledgedBefore = before?.acknowledged;
  return acknowledgedBefore !== undefined && isRaising(event) ? { ...event, acknowledgedBefore } : event;
}

/** Notifies again of a present condition whose acknowledgement has expired, even if unchanged. */
export function comeBack(
  state: ConditionState,
  at: string,
  forecast?: ForecastObservation,
): ConditionVerdict<ConditionState> {
  const { acknowledged, ...rest } = state;
  if (acknowledged === undefined || !hasExpired(acknowledged, at.slice(0, 10)) || !isInAlarm(state)) {
    return { events: [] };
  }
  const event = againOf(state, forecast);
  return event === undefined
    ? { events: [] }
    : { state: { ...rest, asOf: at }, events: [{ ...event, acknowledgedBefore: acknowledged }] };
}

export function openUse(state: UseState, eventId: string): UseEvent {
  const lines = state.lines.filter((line) => line.phase === 'in-alarm');
  return {
    kind: 'use-crossed',
    eventId,
    conditionId: state.conditionId,
    facts: state.facts,
    ...linesFor(lines),
    owners: state.owners,
    isFromTheStart: false,
    hasEnded: false,
  };
}

export function openObserved({ conditionId, observation }: ObservedState, eventId: string): ObservedEvent {
  return { kind: 'condition-raised', eventId, conditionId, observation };
}

export function openStop({ conditionId, stop, owners }: StopState, eventId: string): StopEvent {
  return { kind: 'person-stopped', eventId, conditionId, stop, owners };
}

function againOf(state: ConditionState, forecast: ForecastObservation | undefined): ConditionEvent | undefined {
  // A day passes once: nothing can be acknowledged until it afterwards.
  const { conditionId, acknowledged } = state;
  const again = `again/${acknowledged?.until ?? ''}`;
  switch (state.kind) {
    case 'use':
      return openUse(state, `${conditionId}/${again}`);
    case 'observed':
      return openObserved(state, `${conditionId}/${again}/${state.occurrence}`);
    case 'forecast':
      return forecast && { kind: 'forecast-raised', eventId: `${conditionId}/${again}`, conditionId, ...forecast };
    case 'stop':
      return undefined;
  }
}

function isRaising({ kind }: ConditionEvent): boolean {
  return (
    kind === 'use-crossed' || kind === 'forecast-raised' || kind === 'condition-raised' || kind === 'condition-changed'
  );
}
