import type { RunContext } from '../kernel/runs/run.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import type { LedgerDay } from './ledger-day.ts';
import { doubtsAbout, unreadableUserIds, type DayReading, type TrustRules } from './trust-gate.ts';

/** Decides what the ledger knows of a day that was just read. A day in doubt keeps its earlier figures. */
export function judgeDay(
  reading: DayReading,
  known: ReadonlyMap<Day, LedgerDay>,
  {
    run,
    rules,
    ...asked
  }: {
    readonly run: RunContext;
    readonly rules: TrustRules;
    /** What the limits in force allowed on that day; set if its use appears collapsed. */
    readonly expectedCredits?: number;
    /** The probability of a day of rest this low; set if its use appears collapsed. */
    readonly restChance?: number;
  },
): LedgerDay {
  const { day, reported, metrics } = reading;
  const previous = known.get(day);
  const doubts = doubtsAbout(reading, { today: run.today, previous, ...usualOf(day, known), ...asked }, rules);
  const isComplete = doubts.length === 0;
  const keepsFigures = !isComplete && previous?.hasTrustedFigures === true;
  const figures = keepsFigures ? previous : reported;
  return {
    day,
    status: isComplete ? 'complete' : 'suspect',
    totalCredits: figures?.totalCredits ?? 0,
    models: figures?.models,
    hasTrustedFigures: isComplete || keepsFigures,
    doubts,
    unreadableUserIds: [...unreadableUserIds(reported, metrics)].toSorted(),
    readAt: run.at,
    ...suspicion(previous, isComplete, run),
  };
}

function usualOf(day: Day, known: ReadonlyMap<Day, LedgerDay>) {
  const before = known.get(addDays(day, -1));
  const sameWeekdayTotals = sameWeekdaysOf(day, known);
  return before?.status === 'complete'
    ? {
        sameWeekdayTotals,
        dayBefore: { totalCredits: before.totalCredits, sameWeekdayTotals: sameWeekdaysOf(before.day, known) },
      }
    : { sameWeekdayTotals };
}

function sameWeekdaysOf(day: Day, known: ReadonlyMap<Day, LedgerDay>): readonly number[] {
  return [7, 14, 21, 28].flatMap((daysBefore) => {
    const earlier = known.get(addDays(day, -daysBefore));
    return earlier?.status === 'complete' ? [earlier.totalCredits] : [];
  });
}

function suspicion(previous: LedgerDay | undefined, isComplete: boolean, run: RunContext) {
  const wasSuspect = previous?.status === 'suspect';
  if (!isComplete) {
    return { suspectSince: wasSuspect ? (previous.suspectSince ?? run.at) : run.at };
  }
  if (previous?.suspectSince === undefined) {
    return {};
  }
  const clearedByRunId = wasSuspect ? run.runId : previous.clearedByRunId;
  return { suspectSince: previous.suspectSince, ...(clearedByRunId === undefined ? {} : { clearedByRunId }) };
}
