import { addDays, dayOf, daysBetween, startOfDayMs, type Day, type DayRange } from '../../time/day.ts';

/** What is kept of the totals of all sessions. Credits are in the platform's unit, times in Unix milliseconds. */
export interface TotalsState {
  /** Everything that any session was ever seen to use: it only rises, and sessions that vanish stay in it. */
  readonly countedCredits: number;
  /** The last reading; absent before the first. */
  readonly reading?: TotalsLook;
  /** What was counted at the last whole reading before each of these days began, ascending. */
  readonly marks: readonly DayMark[];
  /** The whole readings of the last days, ascending: an earlier one may prove less than the last. */
  readonly readings: readonly WholeReading[];
}

export interface WholeReading {
  readonly beganAtMs: number;
  /** `countedCredits` of then. */
  readonly credits: number;
}

/** One reading of the list of sessions. */
interface TotalsLook {
  /** When its first page was asked for. */
  readonly beganAtMs: number;
  /** When its last page was there. */
  readonly endedAtMs: number;
  /** Why it cannot be trusted; empty when it was whole. */
  readonly doubts: readonly string[];
  readonly sessionCount: number;
}

interface DayMark {
  readonly day: Day;
  readonly credits: number;
  readonly readAtMs: number;
}

/** Nothing was read yet. */
export const noTotals: TotalsState = { countedCredits: 0, marks: [], readings: [] };

/** More days than `live.shadowDays` can ask for, and one at either end. */
const marksMax = 64;
/** The known data ends two days ago at most, but where figures are late; evenings are compared over a week. */
const readingsMax = 24 * 8;

/** The state after one more reading. What is read before a day ends marks where the next day begins. */
export function totalsAfter(before: TotalsState, look: TotalsLook & { readonly risenCredits: number }): TotalsState {
  const { risenCredits, ...reading } = look;
  const countedCredits = before.countedCredits + risenCredits;
  if (reading.doubts.length > 0) {
    return { ...before, countedCredits, reading };
  }
  const { beganAtMs, endedAtMs } = reading;
  // What ends after midnight may hold some of the next day, of which it would then be taken away.
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

/**
 * What all sessions used since a day began, by the last reading; a little more, as what was used between the reading
 * before midnight and midnight is in it. Undefined when nothing whole was read then or now.
 */
export function countedSince({ countedCredits, reading, marks }: TotalsState, day: Day): number | undefined {
  const mark = marks.find((each) => each.day === day);
  const isWhole = reading !== undefined && reading.doubts.length === 0;
  return mark === undefined || !isWhole ? undefined : countedCredits - mark.credits;
}

/** What all sessions used since a day began, by each whole reading since then; as `countedSince`. */
export function readingsSince({ readings, marks }: TotalsState, day: Day): readonly WholeReading[] {
  const mark = marks.find((each) => each.day === day);
  return mark === undefined
    ? []
    : readings
        .filter(({ beganAtMs }) => beganAtMs >= startOfDayMs(day))
        .map(({ beganAtMs, credits }) => ({ beganAtMs, credits: credits - mark.credits }));
}

/** What the sessions used on finished days: on one, or on a few of which only the two ends were read sharply. */
interface MeasuredDays extends DayRange {
  readonly credits: number;
}

/** A day is measured only where its beginning and its end were read so shortly before. */
const markAgeMsMax = 2 * 3_600_000;
/** Where the look before midnight failed, the two days around it are measured together. */
const measuredDaysMax = 3;

/** The finished days of which the sessions say what was used, ascending. */
export function measuredDays({ marks }: Pick<TotalsState, 'marks'>): readonly MeasuredDays[] {
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
