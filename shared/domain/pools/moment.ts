import { windowAt, type PlatformWindow, type Window, type WindowKind } from '../budgets/window.ts';
import { addDays, dayOf, msPerDay, startOfDayMs, type Day, type DayRange } from '../time/day.ts';
import type { PoolAssumptions } from './assumptions.ts';

/** When a pool is looked at, and up to when the data is known. All in Unix milliseconds. */
export interface Moment {
  readonly nowMs: number;
  /** The end of the last day that counts as known. */
  readonly knownUntilMs: number;
  /**
   * Limits that stand now are counted on to stand until here: the next run that can replace them, plus the delay of
   * enforcement. It matters where a platform window turns before that, for the old limit is then open anew.
   */
  readonly heldUntilMs: number;
  readonly platformWindow: PlatformWindow;
}

/** A stretch of time inside one platform window. */
export interface Stretch {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The end of the last known day: the day the data goes through, less the days it takes to settle. */
export function knownUntil(dataThrough: Day, { settleDays }: Pick<PoolAssumptions, 'settleDays'>): number {
  return startOfDayMs(addDays(dataThrough, 1 - settleDays));
}

/** The windows of one kind that limits sent now can reach into: this one, and the next when it begins in time. */
export function windowsReached(kind: WindowKind, moment: Moment): readonly Window[] {
  const now = windowAt(kind, dayOf(moment.nowMs), moment.platformWindow);
  const last = windowAt(kind, dayOf(moment.heldUntilMs - 1), moment.platformWindow);
  return last.from <= now.from ? [now] : [now, last];
}

/** Cuts what is unknown of a window at the turns of the platform window. Each stretch lies in one platform window. */
export function unknownStretches(window: DayRange, moment: Moment): readonly Stretch[] {
  const endMs = endOfDayMs(window.through);
  const stretches: Stretch[] = [];
  let fromMs = Math.max(moment.knownUntilMs, startOfDayMs(window.from));
  while (fromMs < endMs && (fromMs <= moment.nowMs || fromMs < moment.heldUntilMs)) {
    const platform = windowAt('platform', dayOf(fromMs), moment.platformWindow);
    const untilMs = Math.min(endMs, endOfDayMs(platform.through));
    stretches.push({ fromMs, untilMs });
    fromMs = untilMs;
  }
  return stretches;
}

/** Tells whether a moment lies in the platform window in which the known data ends. */
export function isInKnownWindow(instantMs: number, { knownUntilMs, platformWindow }: Moment): boolean {
  const known = windowAt('platform', dayOf(knownUntilMs), platformWindow);
  const day = dayOf(instantMs);
  return known.from <= day && day <= known.through;
}

function endOfDayMs(day: Day): number {
  return startOfDayMs(day) + msPerDay;
}
