import type { ConditionEvent } from '../../notifications/conditions/condition-event.ts';
import type { ObservedState } from '../../notifications/conditions/condition-state.ts';
import type { LookedForUnder } from '../../notifications/conditions/decide-conditions.ts';
import { observedConditionId, type Observation } from '../../notifications/observation.ts';
import type { Topic } from '../../notifications/topics.ts';
import {
  alarmIdOf,
  alarmKinds,
  alarmTerms,
  describeAlarm,
  formOf,
  saysMore,
  type AlarmRecord,
  type HistoryAlarm,
} from './history-alarm.ts';
import { rangesOf, withoutRanges, type NumberRange } from './number-range.ts';
import { contentsOf, latestVersion, type RevisionEntry } from './revision-entry.ts';
import { gapsIn, notServed, type Served } from './served.ts';
import type { Handled } from './watch-state.ts';

const rangesMax = 200;

export function observeAlarms(seen: {
  readonly series: number;
  readonly served: Served;
  readonly handled: Handled | undefined;
  readonly rewritten: readonly RevisionEntry[];
  /** The revisions table was changed: a difference from it says nothing about the platform. */
  readonly isTableChanged?: boolean;
}): readonly HistoryAlarm[] {
  const { series, served, handled, rewritten, isTableChanged = false } = seen;
  const unreadable = [...served.unreadable].map(([revision, problem]): HistoryAlarm => ({
    kind: 'unreadable',
    series,
    problem,
    revision,
  }));
  const contents = rewritten.map((entry): HistoryAlarm => ({
    kind: 'rewritten',
    series,
    revision: entry.revision,
    digests: contentsOf(entry).map(({ digest }) => digest),
    ...(isTableChanged && { isTableChanged }),
  }));
  const shrunk = notServed(served, handled).slice(-rangesMax);
  const gaps = newGaps(served, handled).slice(-rangesMax);
  const isEmpty = served.numbers.size + served.unreadable.size === 0;
  return [
    ...contents,
    ...(shrunk.length === 0 ? [] : [{ kind: 'shrank', series, missing: shrunk, ...(isEmpty && { isEmpty }) } as const]),
    ...(gaps.length === 0 ? [] : [{ kind: 'gap', series, missing: gaps } as const]),
    ...unreadable,
  ];
}

/** Undefined unless the revision has an earlier time than the one before it. */
export function timeGoesBack(entry: RevisionEntry, previous: RevisionEntry): HistoryAlarm | undefined {
  const { updatedAt } = latestVersion(entry);
  const { updatedAt: previousUpdatedAt } = latestVersion(previous);
  const { series, revision } = entry;
  return Date.parse(updatedAt) < Date.parse(previousUpdatedAt)
    ? { kind: 'went-back', series, revision, updatedAt, previousUpdatedAt }
    : undefined;
}

/** Missing numbers without unreadable rows. Only a whole reading can tell. */
export function newGaps(served: Served, handled: Handled | undefined): readonly NumberRange[] {
  if (!served.isWhole) {
    return [];
  }
  const numbered = rangesOf([...served.unreadable.keys()].filter((number) => number !== undefined));
  return gapsIn(served, handled).flatMap((gap) => withoutRanges(gap, numbered));
}

interface AlarmAudience {
  readonly owners: readonly string[];
}

/** Returns an alarm as an observation. `known`: its condition, whose fingerprint stays if nothing is added. */
export function alarmObservation(
  seen: HistoryAlarm,
  { owners }: AlarmAudience,
  known: ObservedState | undefined,
): Observation {
  const [severity, name] = alarmTerms[seen.kind];
  const before = known && alarmOf(known.observation);
  const isSame = known !== undefined && before !== undefined && !saysMore(seen, before);
  // A later run finds the table unchanged again, but the contents still differ.
  const alarm: HistoryAlarm =
    isSame && isOfChangedTable(before) && seen.kind === 'rewritten' ? { ...seen, isTableChanged: true } : seen;
  return {
    topic: `history-${alarm.kind}`,
    key: alarmIdOf(alarm),
    fingerprint: isSame ? known.observation.fingerprint : formOf(alarm),
    severity,
    owners,
    notifiesAdmins: owners.length === 0,
    headline: describeAlarm(alarm),
    details: [`Once it is explained: npx curfew controls ack ${alarmIdOf(alarm)} --reason "…"`],
    resolvedHeadline: `Resolved: ${name}`,
    resolvesAfterNights: 1,
    facts: alarm,
  };
}

/** Returns the condition of an alarm, by the alarm's id; undefined for any other id. */
export function alarmConditionId(alarmId: string): string | undefined {
  const [kind] = alarmId.split('/');
  const known = alarmKinds.find((each) => each === kind);
  return known === undefined ? undefined : observedConditionId({ topic: `history-${known}`, key: alarmId });
}

/** Returns what a reading has looked for. What one with omitted pages did not see may persist. */
export function lookedForIn(
  open: readonly ObservedState[],
  { series, isWhole }: { readonly series: number; readonly isWhole: boolean },
): LookedForUnder<'controls'> {
  const isOfSeries = (observation: Observation): boolean => {
    const alarm = alarmOf(observation);
    return alarm !== undefined && seriesOf(alarm) === series;
  };
  const keysOf = (topic: Topic) =>
    open
      .map(({ observation }) => observation)
      .filter((observation) => observation.topic === topic && isOfSeries(observation))
      .map(({ key }) => key);
  return {
    'history-gap': isWhole ? keysOf('history-gap') : 'none',
    'history-shrank': isWhole ? keysOf('history-shrank') : 'none',
    'history-unreadable': isWhole ? keysOf('history-unreadable') : 'none',
    'history-unwatched': 'all',
    'controls-loosened': 'none',
    'evidence-unanchored': 'none',
  };
}

/** Restricts a decision to these alarms, and to the alerts of these keys, which are known to be gone. */
export function lookedForOnly(
  gone: readonly HistoryAlarm[],
  restored: readonly string[] = [],
): LookedForUnder<'controls'> {
  const keysOf = (kind: HistoryAlarm['kind']) => gone.filter((alarm) => alarm.kind === kind).map(alarmIdOf);
  return {
    'history-gap': keysOf('gap'),
    'history-shrank': keysOf('shrank'),
    'history-unreadable': keysOf('unreadable'),
    'history-unwatched': keysOf('unwatched'),
    'controls-loosened': restored,
    'evidence-unanchored': 'none',
  };
}

/** Returns the alarms that a decision raises or reopens, and those that it resolves. */
export function alarmsIn(events: readonly ConditionEvent[]): {
  readonly alarms: readonly HistoryAlarm[];
  readonly over: readonly HistoryAlarm[];
} {
  const factsOf = (isWanted: (kind: ConditionEvent['kind']) => boolean) =>
    events.flatMap((event) =>
      'observation' in event && isWanted(event.kind) ? (alarmOf(event.observation) ?? []) : [],
    );
  return {
    alarms: factsOf((kind) => kind !== 'condition-resolved'),
    over: factsOf((kind) => kind === 'condition-resolved'),
  };
}

/** Converts an alarm that was stored before alarms were conditions. */
export function conditionOfRecord({ alarm, phase, at }: AlarmRecord, audience: AlarmAudience): ObservedState {
  const observation = alarmObservation(alarm, audience, undefined);
  return {
    kind: 'observed',
    conditionId: observedConditionId(observation),
    asOf: at,
    phase: phase === 'open' ? 'in-alarm' : 'resolved',
    observation,
    occurrence: 1,
    notifiedFingerprints: [observation.fingerprint],
    changes: 0,
  };
}

/** Returns the history alarm of an observation; undefined for any other. */
export function alarmOf({ facts }: Observation): HistoryAlarm | undefined {
  return facts === undefined || facts.kind === 'loosening' ? undefined : facts;
}

function seriesOf(alarm: HistoryAlarm): number | undefined {
  return alarm.kind === 'unwatched' ? undefined : alarm.series;
}

function isOfChangedTable(alarm: HistoryAlarm): boolean {
  return alarm.kind === 'rewritten' && alarm.isTableChanged === true;
}
