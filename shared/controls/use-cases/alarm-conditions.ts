import type { ConditionState, ObservedState } from '../../notifications/conditions/condition-state.ts';
import { decideConditions, type LookedForUnder } from '../../notifications/conditions/decide-conditions.ts';
import { observedConditionId, type Observation } from '../../notifications/observation.ts';
import { alarmIdOf, type HistoryAlarm } from '../history/history-alarm.ts';
import { alarmObservation, alarmOf, alarmsIn, conditionOfRecord } from '../history/observe-alarms.ts';
import type { WatchWork } from './watch-work.ts';

/** Open conditions about the controls, including alarms that an earlier version stored in another form. */
export async function openAlarmConditions({ ports, settings }: WatchWork): Promise<readonly ObservedState[]> {
  const open = (await ports.alerts.read('controls', [])).filter(isObserved);
  const records = await ports.state.listEarlierAlarms();
  const earlier = records.map((record) => conditionOfRecord(record, audienceOf(settings)));
  const known = await ports.alerts.find(earlier.map(({ conditionId }) => conditionId));
  const ids = new Set(known.map(({ conditionId }) => conditionId));
  return [...open, ...earlier.filter(({ conditionId }) => !ids.has(conditionId))];
}

/** Decides which alarms are raised, reopened or resolved. They become conditions after the intent is written. */
export async function decideAlarms(
  work: WatchWork,
  {
    observed,
    open,
    lookedFor,
  }: {
    readonly observed: readonly HistoryAlarm[];
    readonly open: readonly ObservedState[];
    readonly lookedFor: Partial<LookedForUnder<'controls'>>;
  },
): Promise<ReturnType<typeof alarmsIn>> {
  // Most runs see no alarm and know of none: then nothing is read for it.
  if (observed.length === 0 && open.every(({ observation }) => alarmOf(observation) === undefined)) {
    return { alarms: [], over: [] };
  }
  const known = await alarmConditions(work, observed, open);
  const observations = { at: work.at, observed: observationsOf(work, observed, known), lookedFor };
  const nobody = { admins: [], fallback: [], unreachable: new Set<string>() };
  return alarmsIn(decideConditions(observations, known, nobody).events);
}

export async function alarmConditions(
  { ports }: WatchWork,
  alarms: readonly HistoryAlarm[],
  open: readonly ObservedState[],
): Promise<readonly ObservedState[]> {
  const ids = new Set(open.map(({ conditionId }) => conditionId));
  const others = alarms.map(conditionIdOf).filter((conditionId) => !ids.has(conditionId));
  return [...open, ...(await ports.alerts.find([...new Set(others)])).filter(isObserved)];
}

/** Converts alarms to observations. `known`: their conditions. */
export function observationsOf(
  { settings }: WatchWork,
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
