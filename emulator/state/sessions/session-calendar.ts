import { DAY_MS } from '../day.ts';
import type { SimUser } from '../organization.ts';
import { type Random, randomOf } from '../random.ts';
import type { Character } from './character.ts';
import { type SessionPlan, sessionPlan } from './session-plan.ts';

/** How long a session stays listed after its start. */
export const listedDays = 14;

/** Most sessions begun on one day, children not counted, whatever the organization's size. */
const parentsPerDayMax = 24;
/** Every so many-th session starts children. */
const parentalStride = 8;

export type DayOrigin = {
  readonly seed: number;
  readonly day: number;
  /** Who may own a session: the roster of about that day. */
  readonly users: readonly SimUser[];
  readonly computerIds: readonly string[];
};

/**
 * The sessions that begin on a UTC day, children included, in order of their start. At most 30 a day and
 * fewer on weekends, so that fewer than 400 are listed at any moment.
 */
export function plansOfDay(origin: DayOrigin): readonly SessionPlan[] {
  const { seed, day, users } = origin;
  if (users.length === 0) {
    return [];
  }
  const random = randomOf(seed, 'session-day', day);
  const parents = Array.from({ length: parentCount(day, users.length) }, (_, index) =>
    sessionPlan({
      seed,
      label: `${day}/${index}`,
      character: characterOf(day, index),
      startMs: day * DAY_MS + startInDayMs(random),
      owner: random.pick(users),
      computerIds: origin.computerIds,
      childCount: index % parentalStride === 5 ? 2 : 0,
    }),
  );
  return parents.flatMap((plan) => [plan, ...plan.children]).sort((a, b) => a.startMs - b.startMs);
}

function parentCount(day: number, users: number): number {
  const workday = Math.min(parentsPerDayMax, Math.max(4, Math.ceil(users * 0.15)));
  return isWeekend(day) ? Math.ceil(workday / 4) : workday;
}

/** Day 0, 1970-01-01, was a Thursday: days 2 and 3 of each seven are Saturday and Sunday. */
function isWeekend(day: number): boolean {
  return [2, 3].includes(day % 7);
}

/** One session of each day takes a bad turn; which turn, goes round by the day. */
function characterOf(day: number, index: number): Character {
  const turns = ['runaway', 'long', 'looping'] as const;
  return index === 0 ? (turns[day % turns.length] ?? 'ordinary') : 'ordinary';
}

function startInDayMs(random: Random): number {
  const hour = random.chance(0.1) ? 24 * random.float() : 7 + 12 * random.float();
  return Math.floor(hour * 3_600_000);
}
