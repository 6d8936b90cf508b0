import { alarmIdOf, type HistoryAlarm } from '../../domain/controls/history/history-alarm.ts';
import { alarmObservation, conditionOfRecord } from '../../domain/controls/history/observe-alarms.ts';
import type { ConditionState, ObservedState } from '../../domain/notifications/conditions/condition-state.ts';
import { observedConditionId, type Observation } from '../../domain/notifications/observation.ts';
import type { WatchWork } from './watch-work.ts';

/** The conditions of alarms of the history that are open. */
export async function openAlarmConditions({ ports, settings }: WatchWork): Promise<readonly ObservedState[]> {
  const open = (await ports.alerts.read('controls', [])).filter(isObserved);
  const records = await ports.state.listEarlierAlarms();
  const earlier = records.map((record) => conditionOfRecord(record, audienceOf(settings)));
  const known = await ports.alerts.find(earlier.map(({ conditionId }) => conditionId));
  const ids = new Set(known.map(({ conditionId }) => conditionId));
  return [...open, ...earlier.filter(({ conditionId }) => !ids.has(conditionId))];
}

/** The conditions of these alarms, open or not, and all that are open. */
export async function alarmConditions(
  { ports }: WatchWork,
  alarms: readonly HistoryAlarm[],
  open: readonly ObservedState[],
): Promise<readonly ObservedState[]> {
  const ids = new Set(open.map(({ conditionId }) => conditionId));
  const others = alarms.map(conditionIdOf).filter((conditionId) => !ids.has(conditionId));
  return [...open, ...(await ports.alerts.find([...new Set(others)])).filter(isObserved)];
}

/** The alarms as observations; `known`: their conditions. */
export function observationsOf(
  { settings }: Pick<WatchWork, 'settings'>,
  alarms: readonly HistoryAlarm[],
  known: readonly ObservedState[],
): readonly Observation[] {
  const byId = new Map(known.map((state) => [state.conditionId, state]));
  return alarms.map((alarm) => alarmObservation(alarm, audienceOf(settings), byId.get(conditionIdOf(alarm))));
}

function conditionIdOf(alarm: HistoryAlarm): string {
  return observedConditionId({ topic: `history-${alarm.kind}`, key: alarmIdOf(alarm) });
}

function audienceOf({ controls }: WatchWork['settings']) {
  return { owners: controls.securityContacts };
}

function isObserved(state: ConditionState): state is ObservedState {
  return state.kind === 'observed';
}
