import type { HistoryAlarm } from './history-alarm.ts';
import { rangesOf, withoutRanges, type NumberRange, mergedRanges } from './number-range.ts';
import { latestVersion, type RevisionEntry } from './revision-entry.ts';
import type { Handled } from './watch-state.ts';

/** Above every number that a revision can have. */
export const revisionMax = 999_999_999_999;

/** Where revisions that are stored and not yet handled may stand, ascending. */
export function unhandledRanges(handled: Handled | undefined): readonly NumberRange[] {
  const whole = { from: 0, through: revisionMax };
  return handled === undefined ? [whole] : withoutRanges(whole, withoutRanges(handled, handled.missing));
}

/** What is handled once these revisions are, too. */
export function handledWith(handled: Handled | undefined, revisions: readonly NumberRange[]): Handled | undefined {
  const known = handled === undefined ? [] : withoutRanges(handled, handled.missing);
  const all = mergedRanges([...known, ...revisions]);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) {
    return undefined;
  }
  const whole = { from: first.from, through: last.through };
  return { ...whole, missing: withoutRanges(whole, all) };
}

/** Gathers revisions that are to be handled, one after the other and ascending, in little memory. */
interface UnhandledRevisions {
  /** `previous`: the nearest known revision before it. */
  add(entry: RevisionEntry, previous: RevisionEntry | undefined): void;
  readonly ranges: readonly NumberRange[];
  readonly wentBack: readonly HistoryAlarm[];
}

const wentBackMax = 100;

export function unhandledRevisions(): UnhandledRevisions {
  const numbers: number[] = [];
  const wentBack: HistoryAlarm[] = [];
  return {
    add(entry, previous) {
      numbers.push(entry.revision);
      const alarm = previous === undefined ? undefined : timeGoesBack(entry, previous);
      if (alarm !== undefined && wentBack.length < wentBackMax) {
        wentBack.push(alarm);
      }
    },
    get ranges() {
      return rangesOf(numbers);
    },
    wentBack,
  };
}

function timeGoesBack(entry: RevisionEntry, previous: RevisionEntry): HistoryAlarm | undefined {
  const { updatedAt } = latestVersion(entry);
  const { updatedAt: previousUpdatedAt } = latestVersion(previous);
  const { series, revision } = entry;
  return Date.parse(updatedAt) < Date.parse(previousUpdatedAt)
    ? { kind: 'went-back', series, revision, updatedAt, previousUpdatedAt }
    : undefined;
}
