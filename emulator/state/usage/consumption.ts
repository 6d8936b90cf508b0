import {
  DAY_MS,
  dayNumberAt,
  HISTORY_DAYS_MAX,
  HISTORY_START_DAY,
  MINUTE_MS,
  MINUTES_PER_DAY,
  type SimClock,
} from '../clock.ts';
import type { Member } from '../members/member.ts';
import { type Demand, type DemandBook, type Flow, flowWantedBy } from './demand-book.ts';
import type { LimitBook } from './limit-book.ts';
import {
  type DayToSettle,
  type DayUse,
  type LimitStep,
  type Minutes,
  settleDay,
  settleParts,
  type WantedUse,
} from './settle-day.ts';

/**
 * The first day number of a day's platform window, over which use counts against a limit: the calendar month (UTC) for
 * anchor day 1, otherwise from the anchor day, clamped to the month's last day. The platform's document does not define
 * its window.
 */
export function windowStartOf(dayNumber: number, anchorDay: number): number {
  const date = new Date(dayNumber * DAY_MS);
  const thisMonth = anchoredDay(date.getUTCFullYear(), date.getUTCMonth(), anchorDay);
  return dayNumber >= thisMonth ? thisMonth : anchoredDay(date.getUTCFullYear(), date.getUTCMonth() - 1, anchorDay);
}

function anchoredDay(year: number, month: number, anchorDay: number): number {
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayNumberAt(Date.UTC(year, month, Math.min(anchorDay, lastOfMonth)));
}

export interface Consumption {
  /** One user-day; today so far, 0 outside the history. */
  useOf(member: Member, dayNumber: number): DayUse;
  /**
   * Granted in the first minutes of a day to the user's demand, or to a planted session. By the limits known now, also
   * ahead of the clock within today; 0 for later days.
   */
  grantedBy(member: Member, at: MinuteOfDay, sessionId?: string): number;
  wantedBy(member: Member, at: MinuteOfDay, sessionId?: string): number;
  forget(userId: string, dayNumber: number): void;
}

/** After whole minutes (0 to 1,440) of a day. */
export interface MinuteOfDay {
  readonly dayNumber: number;
  readonly minute: number;
}

interface ConsumptionSources {
  readonly clock: SimClock;
  readonly demand: DemandBook;
  readonly limits: LimitBook;
  readonly windowAnchorDay: number;
}

/** A user's settled days since the history's start. */
interface SettledUse {
  granted: Float64Array;
  /** Absent until something is refused. */
  refused: Float64Array | undefined;
  days: number;
}

const DAYS_AHEAD = 32;

const UNSETTLED: SettledUse = { granted: new Float64Array(0), refused: undefined, days: 0 };
const UNLIMITED: Pick<LimitBook, 'stepsOn'> = { stepsOn: () => [{ minute: 0, limitCredits: Infinity }] };
const NOTHING: DayUse = { grantedCredits: 0, refusedCredits: 0 };
const WHOLE_DAY: Minutes = { from: 0, until: MINUTES_PER_DAY };

/**
 * Past days are settled once and stored as two numbers: later limits do not change them. Today is settled on every
 * read, to the last whole minute.
 */
export function consumptionOf(sources: ConsumptionSources): Consumption {
  const settledByUser = new Map<string, SettledUse>();

  const settleThrough = (member: Member, dayNumber: number): SettledUse => {
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

  const wholeDay = (of: LimitedDemand, member: Member, dayNumber: number): DayToSettle | undefined => {
    const isFree = of.limits.stepsOn(member.id, dayNumber).every(isUnlimited);
    const settled = isFree ? UNSETTLED : settleThrough(member, dayNumber);
    return dayToSettle(of, member, { dayNumber, settled, untilMinute: MINUTES_PER_DAY });
  };
  const limited = keptDays(sources, (member, dayNumber) => wholeDay(sources, member, dayNumber));
  const withoutLimits = { ...sources, limits: UNLIMITED };
  const unlimited = keptDays(sources, (member, dayNumber) => wholeDay(withoutLimits, member, dayNumber));

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
    grantedBy(member, { dayNumber, minute }, sessionId) {
      const today = dayNumberAt(sources.clock.now());
      if (minute <= 0 || dayNumber < HISTORY_START_DAY || dayNumber > today) {
        return 0;
      }
      return partBy(limited(member, dayNumber), minute, placeOf(sources, member, sessionId));
    },
    wantedBy: (member, { dayNumber, minute }, sessionId) =>
      partBy(unlimited(member, dayNumber), minute, placeOf(sources, member, sessionId)),
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
  readonly settled: SettledUse;
  readonly untilMinute: number;
}

function settledUse(sources: ConsumptionSources, member: Member, day: DayOfUser): DayUse {
  const toSettle = dayToSettle(sources, member, day);
  return toSettle === undefined ? NOTHING : settleDay(toSettle);
}

/** Undefined without demand. */
type WholeDays = (member: Member, dayNumber: number) => DayToSettle | undefined;

const DAYS_KEPT_MAX = 1_024;

/** A cache of recent days: sessions are read minute by minute. */
function keptDays({ demand, limits }: ConsumptionSources, dayOf: WholeDays): WholeDays {
  const kept = new Map<string, { readonly member: Member; readonly day: DayToSettle | undefined }>();
  let revision = '';
  return (member, dayNumber) => {
    const current = `${demand.revision()}/${limits.revision()}`;
    if (current !== revision || kept.size >= DAYS_KEPT_MAX) {
      revision = current;
      kept.clear();
    }
    const key = `${dayNumber}/${member.id}`;
    const known = kept.get(key);
    // A leaver or returner is another record.
    if (known?.member === member) {
      return known.day;
    }
    const day = dayOf(member, dayNumber);
    kept.set(key, { member, day });
    return day;
  };
}

/** A planted session's index among a user's demands: 0 is the own demand, -1 a session without demand. */
function placeOf({ demand }: ConsumptionSources, member: Member, sessionId: string | undefined): number {
  const place = sessionId === undefined ? 0 : [...demand.flowsOf(member.id).keys()].indexOf(sessionId) + 1;
  return sessionId !== undefined && place === 0 ? -1 : place;
}

function partBy(day: DayToSettle | undefined, minute: number, place: number): number {
  if (day === undefined) {
    return 0;
  }
  const present = day.present.map(({ from, until }) => ({ from, until: Math.min(until, minute) }));
  const begun = { ...day, present };
  return day.further === undefined && place === 0 ? settleDay(begun).grantedCredits : (settleParts(begun)[place] ?? 0);
}

type LimitedDemand = { readonly demand: DemandBook; readonly windowAnchorDay: number } & {
  readonly limits: Pick<LimitBook, 'stepsOn'>;
};

/** Undefined without demand. */
function dayToSettle(sources: LimitedDemand, member: Member, day: DayOfUser): DayToSettle | undefined {
  const demand = sources.demand.of(member, day.dayNumber);
  const flows = sources.demand.flowsOf(member.id);
  if (demand.credits === 0 && flows.size === 0) {
    return undefined;
  }
  const limits = sources.limits.stepsOn(member.id, day.dayNumber);
  return {
    demandCredits: demand.credits,
    present: presenceOn(member, day, demand),
    // Without limits, earlier grants do not matter.
    grantedBeforeCredits: limits.every(isUnlimited) ? 0 : grantedInWindow(day, sources.windowAnchorDay),
    limits,
    further: flows.size === 0 ? undefined : [...flows.values()].map((flow) => wantedOn(flow, day.dayNumber)),
  };
}

function wantedOn(flow: Flow, dayNumber: number): WantedUse {
  const startMinute = dayNumber * MINUTES_PER_DAY;
  const beforeCredits = flowWantedBy(flow, startMinute);
  return (minutes) => flowWantedBy(flow, startMinute + minutes) - beforeCredits;
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
 * The minutes of a day on the roster. Posted demand counts also before the user's creation, so that tests may give a
 * newcomer a past; never after leaving.
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

function append(settled: SettledUse, use: DayUse): void {
  settled.granted[settled.days] = use.grantedCredits;
  if (use.refusedCredits > 0) {
    settled.refused ??= new Float64Array(settled.granted.length);
  }
  if (settled.refused !== undefined) {
    settled.refused[settled.days] = use.refusedCredits;
  }
  settled.days += 1;
}

function makeRoom(settled: SettledUse, days: number): void {
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
