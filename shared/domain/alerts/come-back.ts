import { isOver } from './acknowledge.ts';
import type { AlertEvent, ForecastEvent, MatterEvent, UseEvent, Verdict } from './alert-event.ts';
import { type AlertState, isInAlarm, type MatterState, type UseAlertState } from './alert-state.ts';
import type { ForecastObservation } from './forecast-alert.ts';

/** An event that brings an acknowledged alert back says so; any other one stays as it is. */
export function asComeBack(event: AlertEvent, before: AlertState | undefined): AlertEvent {
  const acknowledgedBefore = before?.acknowledged;
  return acknowledgedBefore !== undefined && isRaising(event) ? { ...event, acknowledgedBefore } : event;
}

/**
 * Tells an alert again that was acknowledged until a day which is over by now, and that this run has seen: as it
 * stands, since it may not have changed. A forecast is told in the words of tonight.
 */
export function tellAgain(state: AlertState, at: string, forecast?: ForecastObservation): Verdict<AlertState> {
  const { acknowledged, ...rest } = state;
  if (acknowledged === undefined || !isOver(acknowledged, at.slice(0, 10)) || !isInAlarm(state)) {
    return { events: [] };
  }
  const event = againOf(state, forecast);
  return event === undefined
    ? { events: [] }
    : { state: { ...rest, asOf: at }, events: [{ ...event, acknowledgedBefore: acknowledged }] };
}

/** An alert about a use as an event: everything that is in alarm. */
export function standingUse(state: UseAlertState, eventId: string): UseEvent {
  const lines = state.lines.filter((line) => line.phase === 'in-alarm');
  return {
    kind: 'use-crossed',
    eventId,
    alertId: state.alertId,
    facts: state.facts,
    ownerLines: lines.filter((line) => line.isForOwners).map(({ percent }) => percent),
    userLines: lines.filter((line) => line.isForUser).map(({ percent }) => percent),
    owners: state.owners,
    isFromTheStart: false,
    hasEnded: false,
  };
}

/** A matter that stands as an event. */
export function standingMatter({ alertId, matter }: MatterState, eventId: string): MatterEvent {
  return { kind: 'matter-raised', eventId, alertId, matter };
}

function againOf(state: AlertState, forecast: ForecastObservation | undefined): AlertEvent | undefined {
  // A day is over once: nobody can acknowledge anything until it afterwards.
  const again = `again/${state.acknowledged?.until ?? ''}`;
  switch (state.kind) {
    case 'use':
      return standingUse(state, `${state.alertId}/${again}`);
    case 'matter':
      return standingMatter(state, `${state.alertId}/${again}/${state.occurrence}`);
    case 'forecast':
      return forecast === undefined ? undefined : forecastAgain(state.alertId, again, forecast);
  }
}

function forecastAgain(alertId: string, again: string, forecast: ForecastObservation): ForecastEvent {
  return { kind: 'forecast-raised', eventId: `${alertId}/${again}`, alertId, ...forecast };
}

function isRaising({ kind }: AlertEvent): boolean {
  return kind === 'use-crossed' || kind === 'forecast-raised' || kind === 'matter-raised' || kind === 'matter-changed';
}
