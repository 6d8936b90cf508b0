import { alarmIdOf, isNews, type AlarmRecord, type HistoryAlarm } from './history-alarm.ts';
import { rangesOf, withoutRanges, type NumberRange } from './number-range.ts';
import { gapsIn, notServed, type Served } from './served.ts';
import type { RevisionEntry } from './revision-entry.ts';
import type { Handled } from './watch-state.ts';

/** Ranges named in one alarm; of more, the newest. */
const rangesMax = 200;

/** What a run has seen of the history, apart from new revisions. */
export interface SeenHistory {
  readonly series: number;
  readonly served: Served;
  /** As it was before this run. */
  readonly handled: Handled | undefined;
  /** Revisions of which more than one content was served. */
  readonly rewritten: readonly RevisionEntry[];
}

/** All that is wrong with the history by now, told or not. */
export function observeAlarms({ series, served, handled, rewritten }: SeenHistory): readonly HistoryAlarm[] {
  const unreadable = [...served.unreadable].map(([revision, problem]): HistoryAlarm => ({
    kind: 'unreadable',
    series,
    problem,
    ...(revision === undefined ? {} : { revision }),
  }));
  const contents = rewritten.map(({ revision, versions }): HistoryAlarm => ({
    kind: 'rewritten',
    series,
    revision,
    digests: versions.map(({ digest }) => digest),
  }));
  const shrunk = notServed(served, handled).slice(-rangesMax);
  const gaps = newGaps(served, handled).slice(-rangesMax);
  return [
    ...contents,
    ...(shrunk.length === 0 ? [] : [{ kind: 'shrank', series, missing: shrunk } as const]),
    ...(gaps.length === 0 ? [] : [{ kind: 'gap', series, missing: gaps } as const]),
    ...unreadable,
  ];
}

/** Missing numbers, without those whose rows are there and cannot be read. Only a whole reading can tell. */
export function newGaps(served: Served, handled: Handled | undefined): readonly NumberRange[] {
  if (!served.isWhole) {
    return [];
  }
  const numbered = rangesOf([...served.unreadable.keys()].filter((number) => number !== undefined));
  return gapsIn(served, handled).flatMap((gap) => withoutRanges(gap, numbered));
}

export interface AlarmDecision {
  readonly news: readonly HistoryAlarm[];
  readonly over: readonly HistoryAlarm[];
}

/**
 * Decides which alarms are told. `recorded`: what was told of the observed matters before, and every alarm that is
 * open. What a reading that left out pages did not see may still be so.
 */
export function decideAlarms(
  observed: readonly HistoryAlarm[],
  recorded: readonly AlarmRecord[],
  reading: { readonly series: number; readonly isWhole: boolean },
): AlarmDecision {
  const records = new Map(recorded.map((record) => [record.alarmId, record]));
  const observedIds = new Set(observed.map(alarmIdOf));
  const isOver = ({ alarmId, alarm, phase }: AlarmRecord): boolean =>
    phase === 'open' && !observedIds.has(alarmId) && canPass(alarm, reading);
  return {
    news: observed.filter((alarm) => isNews(alarm, records.get(alarmIdOf(alarm)))),
    over: recorded.filter(isOver).map(({ alarm }) => alarm),
  };
}

/** What has happened stays so; what is missing may come. */
function canPass(
  alarm: HistoryAlarm,
  { series, isWhole }: { readonly series: number; readonly isWhole: boolean },
): boolean {
  switch (alarm.kind) {
    case 'gap':
    case 'shrank':
    case 'unreadable':
      return isWhole && alarm.series === series;
    case 'unwatched':
      return true;
    case 'rewritten':
    case 'went-back':
    case 'restarted':
      return false;
  }
}
