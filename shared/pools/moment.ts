import { isWithin, windowAt, type PlatformWindow, type Window, type WindowKind } from '../budgets/window.ts';
import { addDays, dayOf, msPerDay, startOfDayMs, type Day, type DayRange } from '../kernel/time/day.ts';
import type { PoolAssumptions } from './assumptions.ts';

/** The time of a division, and until when the data is known. Unix milliseconds. */
export interface Moment {
  readonly nowMs: number;
  /** The platform's clock may be this early: a window that has ended since counts too. Absent: `nowMs`. */
  readonly earliestMs?: number;
  readonly knownUntilMs: number;
  /**
   * Limits in force now are assumed to stay in force until here: the guarantee needs no run before, and one succeeds by
   * then. It matters where a platform window ends before that, since the old limit can then be used up again.
   */
  readonly heldUntilMs: number;
  readonly platformWindow: PlatformWindow;
}

/** Returns the end of the last known day: the last day with data, minus the days that it takes to settle. */
export function knownUntil(dataThrough: Day, { settleDays }: PoolAssumptions): number {
  return startOfDayMs(addDays(dataThrough, 1 - settleDays));
}

/** Returns the end of the second day after a moment, in Unix milliseconds: until then the guarantee needs no run. */
export function horizonMs(nowMs: number): number {
  return startOfDayMs(addDays(dayOf(nowMs), 3));
}

/** Returns the windows that limits sent now can reach into, including a previous one that may not have ended. */
export function windowsReached(kind: WindowKind, moment: Moment): readonly Window[] {
  const last = dayOf(moment.heldUntilMs - 1);
  const windows = [windowAt(kind, dayOf(earliestOf(moment)), moment.platformWindow)];
  for (let day = addDays(windows[0]?.through ?? last, 1); day <= last;) {
    const window = windowAt(kind, day, moment.platformWindow);
    windows.push(window);
    day = addDays(window.through, 1);
  }
  return windows;
}

function earliestOf({ earliestMs, nowMs }: Moment): number {
  return earliestMs ?? nowMs;
}

/** A period without known use inside one platform window: its use counts against the same limit. */
export interface UnknownPeriod {
  readonly fromMs: number;
  readonly untilMs: number;
  /** It has ended: no limit sent now affects it. */
  readonly isPast: boolean;
  /** The known data ends in its platform window, so known use counts against the limit too. */
  readonly continuesKnown: boolean;
}

/**
 * Splits the unknown part of a window at the ends of platform windows. A period that has begun lasts to the end of its
 * platform window, since the next run may fail. A period that begins after now counts until the current limits are
 * replaced.
 */
export function unknownPeriods(window: DayRange, moment: Moment): readonly UnknownPeriod[] {
  const known = windowAt('platform', dayOf(moment.knownUntilMs), moment.platformWindow);
  const endMs = endOfDayMs(window.through);
  const periods: UnknownPeriod[] = [];
  let fromMs = Math.max(moment.knownUntilMs, startOfDayMs(window.from));
  while (fromMs < endMs && (fromMs <= moment.nowMs || fromMs < moment.heldUntilMs)) {
    const day = dayOf(fromMs);
    const turnMs = Math.min(endMs, endOfDayMs(windowAt('platform', day, moment.platformWindow).through));
    const untilMs = fromMs <= moment.nowMs ? turnMs : Math.min(turnMs, moment.heldUntilMs);
    periods.push({ fromMs, untilMs, isPast: untilMs <= earliestOf(moment), continuesKnown: isWithin(day, known) });
    fromMs = turnMs;
  }
  return periods;
}

function endOfDayMs(day: Day): number {
  return startOfDayMs(day) + msPerDay;
}
