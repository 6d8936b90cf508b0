import { addDays, dayOf, daysBetween, startOfDayMs, type Day, type DayRange } from '../../kernel/time/day.ts';

/** The stored totals of all sessions. Credits in the platform's unit, times in Unix milliseconds. */
export interface TotalsState {
  /** All use of any session ever seen: it only rises, and vanished sessions stay in it. */
  readonly countedCredits: number;
  readonly reading?: TotalsLook;
  readonly marks: readonly DayMark[];
  /** Complete readings of the last days, ascending: an earlier one may prove less than the last. */
  readonly readings: readonly WholeReading[];
}

export interface WholeReading {
  readonly beganAtMs: number;
  readonly credits: number;
}

interface TotalsLook {
  readonly beganAtMs: number;
  readonly endedAtMs: number;
  readonly doubts: readonly string[];
  readonly sessionCount: number;
}

interface DayMark {
  readonly day: Day;
  readonly credits: number;
  readonly readAtMs: number;
}

export const noTotals: TotalsState = { countedCredits: 0, marks: [], readings: [] };

/** More than `live.shadowDays` allows, plus one at either end. */
const marksMax = 64;
/** The known data usually ends at most two days ago; evenings are compared over a week. */
const readingsMax = 24 * 8;

/** Returns the state after one more reading. A reading before a day ends marks the start of the next day. */
export function totalsAfter(before: TotalsState, look: TotalsLook & { readonly risenCredits: number }): TotalsState {
  const { risenCredits, ...reading } = look;
  const countedCredits = before.countedCredits + risenCredits;
  if (reading.doubts.length > 0) {
    return { ...before, countedCredits, reading };
  }
  const { beganAtMs, endedAtMs } = reading;
  // A reading that ends after midnight may contain part of the next day, which would then be subtracted from it.
  const day = addDays(dayOf(endedAtMs), 1);
  const mark = { day, credits: countedCredits, readAtMs: endedAtMs };
  const whole = { beganAtMs, credits: countedCredits };
  return {
    countedCredits,
    reading,
    marks: [...before.marks.filter((each) => each.day < day), mark].slice(-marksMax),
    readings: [...before.readings.filter((each) => each.beganAtMs < beganAtMs), whole].slice(-readingsMax),
  };
}

/** Returns all sessions' use since a day began, slightly rounded up; undefined without complete readings. */
export function countedSince({ countedCredits, reading, marks }: TotalsState, day: Day): number | undefined {
  const mark = marks.find((each) => each.day === day);
  const isWhole = reading !== undefined && reading.doubts.length === 0;
  return mark === undefined || !isWhole ? undefined : countedCredits - mark.credits;
}

/** Returns the use of all sessions since a day began, by each complete reading since, as `countedSince`. */
export function readingsSince({ readings, marks }: TotalsState, day: Day): readonly WholeReading[] {
  const mark = marks.find((each) => each.day === day);
  return mark === undefined
    ? []
    : readings
        .filter(({ beganAtMs }) => beganAtMs >= startOfDayMs(day))
        .map(({ beganAtMs, credits }) => ({ beganAtMs, credits: credits - mark.credits }));
}

interface MeasuredDays extends DayRange {
  readonly credits: number;
}

/** A day is measured only if its beginning and its end were read at most this long before. */
const markAgeMsMax = 2 * 3_600_000;
/** If the look before midnight failed, the two days around it are measured together. */
const measuredDaysMax = 3;

/** Returns the finished days with measured session use, ascending. */
export function measuredDays({ marks }: TotalsState): readonly MeasuredDays[] {
  const sharp = marks.filter(isSharp);
  return sharp.slice(1).flatMap(({ day, credits }, index): readonly MeasuredDays[] => {
    const before = sharp[index];
    return before === undefined || daysBetween(before.day, day) > measuredDaysMax
      ? []
      : [{ from: before.day, through: addDays(day, -1), credits: credits - before.credits }];
  });
}

function isSharp({ day, readAtMs }: DayMark): boolean {
  return readAtMs >= startOfDayMs(day) - markAgeMsMax;
}
