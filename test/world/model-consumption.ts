import { windowAt } from '../../shared/budgets/window.ts';
import { addDays, dayOf, msPerDay, type Day } from '../../shared/kernel/time/day.ts';
import { hourMs } from './virtual-clock.ts';

/** Somebody in the model organization. */
export interface Member {
  readonly userId: string;
  readonly email?: string;
  /** The address under which the platform holds their limit, where that is not the email that the roster shows. */
  readonly limitedAs?: string;
  /** Ids under which the analytics know them; their own when absent. The first carries all demand. */
  readonly analyticsId?: string;
  /** The email that the analytics give for them; null for none, the roster's when absent. */
  readonly analyticsEmail?: string | null;
  /** As the roster has it. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Credits wanted on each day, by the day of the month; repeated when there are fewer. */
  readonly demand: readonly number[];
  readonly joinsOn?: Day;
  readonly leavesOn?: Day;
}

interface Consumption {
  /** Credits granted on each day, by user id of the member. */
  grantedOn(day: Day): ReadonlyMap<string, number>;
  /** Lets the members consume until an instant. */
  runUntil(instantMs: number): void;
}

interface LimitHistory {
  /** The limit in force for an email at an instant. */
  limitAt(email: string, instantMs: number): number | undefined;
}

/**
 * What members consume: each day's demand evenly over its 24 hours, and only up to the limit in force in that hour,
 * counted over the platform window.
 */
export function modelConsumption(
  members: () => readonly Member[],
  limits: LimitHistory,
  from: { readonly startMs: number; readonly anchorDay: number; readonly isEnforced: boolean },
): Consumption {
  const granted = new Map<Day, Map<string, number>>();
  let reachedMs = from.startMs;

  function usedInWindow(userId: string, day: Day): number {
    const window = windowAt('platform', day, { anchorDay: from.anchorDay });
    let used = 0;
    for (let each = window.from; each <= day; each = addDays(each, 1)) {
      used += granted.get(each)?.get(userId) ?? 0;
    }
    return used;
  }

  function grantHour(member: Member, hourStartMs: number, day: Day): void {
    const hour = (hourStartMs % msPerDay) / hourMs;
    const ofDay = granted.get(day) ?? new Map<string, number>();
    granted.set(day, ofDay);
    const wantedOfDay = isPresent(member, day) ? wantedOn(member, day) : 0;
    const wanted = Math.floor((wantedOfDay * (hour + 1)) / 24) - Math.floor((wantedOfDay * hour) / 24);
    const address = member.limitedAs ?? member.email;
    const limit = address === undefined ? undefined : limits.limitAt(address, hourStartMs);
    const left = limit === undefined || !from.isEnforced ? wanted : limit - usedInWindow(member.userId, day);
    ofDay.set(member.userId, (ofDay.get(member.userId) ?? 0) + Math.max(0, Math.min(wanted, left)));
  }

  return {
    grantedOn: (day) => granted.get(day) ?? new Map(),
    runUntil(instantMs) {
      for (; reachedMs + hourMs <= instantMs; reachedMs += hourMs) {
        const day = dayOf(reachedMs);
        members().forEach((member) => grantHour(member, reachedMs, day));
      }
    },
  };
}

export function isPresent(member: Member, day: Day): boolean {
  return (member.joinsOn ?? day) <= day && day < (member.leavesOn ?? '9999-12-31');
}

function wantedOn(member: Member, day: Day): number {
  return member.demand[(Number(day.slice(8)) - 1) % member.demand.length] ?? 0;
}
