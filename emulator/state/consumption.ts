import type { SimClock } from './clock.ts';
import { DAY_MS, dayNumberAt, HISTORY_DAYS_MAX, HISTORY_START_DAY, MINUTE_MS, MINUTES_PER_DAY } from './day.ts';
import type { Demand, DemandBook } from './demand-book.ts';
import type { LimitBook } from './limit-book.ts';
import type { Member } from './member.ts';
import { windowStartOf } from './platform-window.ts';
import { type DayUse, type LimitStep, type Minutes, settleDay } from './settle-day.ts';

/** What everybody consumed, settled from demand and limits when it is asked for. */
export interface Consumption {
  /** One user-day; today so far, nothing before the history's start or after now. */
  useOf(member: Member, dayNumber: number): DayUse;
  /** Reports that a user's demand on a day has changed: that day and all later ones are settled again. */
  forget(userId: string, dayNumber: number): void;
}

export interface ConsumptionSources {
  readonly clock: SimClock;
  readonly demand: DemandBook;
  readonly limits: LimitBook;
  /** Day of the month on which the platform window begins. */
  readonly windowAnchorDay: number;
}

/** The settled days of one user, by days since the history's start. */
interface Settled {
  granted: Float64Array;
  /** Absent while nothing was ever refused, as for most. */
  refused: Float64Array | undefined;
  days: number;
}

/** The buffer grows by so many days at a time. */
const DAYS_AHEAD = 32;

const NOTHING: DayUse = { grantedCredits: 0, refusedCredits: 0 };
const WHOLE_DAY: Minutes = { from: 0, until: MINUTES_PER_DAY };

/**
 * Days that are over are settled once and kept in two numbers each: a limit set now cannot change them.
 * Today is settled on every look, up to the last whole minute.
 */
export function consumptionOf(sources: ConsumptionSources): Consumption {
  const settledByUser = new Map<string, Settled>();

  const settleThrough = (member: Member, dayNumber: number): Settled => {
    const settled = settledByUser.get(member.id) ?? { granted: new Float64Array(0), refused: undefined, days: 0 };
    settledByUser.set(member.id, settled);
    const days = Math.min(dayNumber - HISTORY_START_DAY, HISTORY_DAYS_MAX);
    makeRoom(settled, days);
    while (settled.days < days) {
      const use = settledUse(sources, member, {
        dayNumber: HISTORY_START_DAY + settled.days,
        settled,
        untilMinute: MINUTES_PER_DAY,
      });
      append(settled, use);
    }
    return settled;
  };

  return {
    useOf(member, dayNumber) {
      const nowMs = sources.clock.now();
      const today = dayNumberAt(nowMs);
      if (dayNumber < HISTORY_START_DAY || dayNumber > today) {
        return NOTHING;
      }
      const settled = settleThrough(member, Math.min(dayNumber + 1, today));
      if (dayNumber === today) {
        const untilMinute = Math.floor((nowMs - today * DAY_MS) / MINUTE_MS);
        return settledUse(sources, member, { dayNumber, settled, untilMinute });
      }
      const index = dayNumber - HISTORY_START_DAY;
      return { grantedCredits: settled.granted[index] ?? 0, refusedCredits: settled.refused?.[index] ?? 0 };
    },
    forget(userId, dayNumber) {
      const settled = settledByUser.get(userId);
      if (settled !== undefined) {
        settled.days = Math.max(0, Math.min(settled.days, dayNumber - HISTORY_START_DAY));
      }
    },
  };
}

interface DayOfUser {
  readonly dayNumber: number;
  readonly settled: Settled;
  readonly untilMinute: number;
}

function settledUse(sources: ConsumptionSources, member: Member, day: DayOfUser): DayUse {
  const demand = sources.demand.of(member, day.dayNumber);
  if (demand.credits === 0) {
    return NOTHING;
  }
  const limits = sources.limits.stepsOn(member.id, day.dayNumber);
  return settleDay({
    demandCredits: demand.credits,
    present: presenceOn(member, day, demand),
    // Where nothing limits, it does not matter what was granted before.
    grantedBeforeCredits: limits.every(isUnlimited) ? 0 : grantedInWindow(day, sources.windowAnchorDay),
    limits,
  });
}

function isUnlimited({ limitCredits }: LimitStep): boolean {
  return limitCredits === Infinity;
}

function grantedInWindow({ settled, dayNumber }: DayOfUser, anchorDay: number): number {
  const from = Math.max(0, windowStartOf(dayNumber, anchorDay) - HISTORY_START_DAY);
  let credits = 0;
  for (let index = from; index < dayNumber - HISTORY_START_DAY; index += 1) {
    credits += settled.granted[index] ?? 0;
  }
  return credits;
}

/**
 * The minutes of a day in which the user is on the roster. What was posted for a user counts from before the user
 * was created too, so that a test may give a newcomer a past; nobody consumes after leaving.
 */
function presenceOn(member: Member, { dayNumber, untilMinute }: DayOfUser, demand: Demand): readonly Minutes[] {
  const startMs = dayNumber * DAY_MS;
  const [only] = member.stays;
  if (
    untilMinute === MINUTES_PER_DAY &&
    member.stays.length === 1 &&
    only !== undefined &&
    only.untilMs >= startMs + DAY_MS
  ) {
    if (demand.posted || only.fromMs <= startMs) {
      return [WHOLE_DAY];
    }
  }
  return member.stays.map((stay, index) => {
    const from = demand.posted && index === 0 ? 0 : Math.ceil((stay.fromMs - startMs) / MINUTE_MS);
    const until = Math.floor((stay.untilMs - startMs) / MINUTE_MS);
    return { from: Math.max(0, from), until: Math.min(untilMinute, until) };
  });
}

function append(settled: Settled, use: DayUse): void {
  settled.granted[settled.days] = use.grantedCredits;
  if (use.refusedCredits > 0) {
    settled.refused ??= new Float64Array(settled.granted.length);
  }
  if (settled.refused !== undefined) {
    settled.refused[settled.days] = use.refusedCredits;
  }
  settled.days += 1;
}

function makeRoom(settled: Settled, days: number): void {
  if (days > settled.granted.length) {
    const length = days + DAYS_AHEAD;
    settled.granted = grown(settled.granted, length);
    settled.refused = settled.refused && grown(settled.refused, length);
  }
}

function grown(days: Float64Array, length: number): Float64Array {
  const larger = new Float64Array(length);
  larger.set(days);
  return larger;
}
