import { dateOfDay, HISTORY_DAYS_MAX, HISTORY_START_DAY } from '../clock.ts';
import type { Member } from '../members/member.ts';
import { randomOf } from '../random.ts';

const HOLIDAYS = new Set(['01-01', '05-01', '07-03', '09-07', '11-26', '12-24', '12-25', '12-31']);
const MOVABLE_HOLIDAYS = new Set(['2026-04-03', '2026-04-06', '2026-05-25', '2027-03-26', '2027-03-29', '2027-05-31']);

/** A user-day's demand from the seed alone, in any order. */
export function generatedDemandCredits(seed: number, member: Member, dayNumber: number): number {
  if (!member.worksUnasked) {
    return 0;
  }
  const { habits } = member;
  const random = randomOf(seed, 'demand', member.label, dayNumber);
  if (!random.chance(activeChance(habits, dayNumber))) {
    return 0;
  }
  // Daily variation is log-normal; a burst is a day of migration, test writing or a runaway loop.
  const burst = random.chance(burstChance) ? burstMin + burstRange * random.float() : 1;
  return Math.max(1, Math.round(habits.dailyCredits * Math.exp(daySwing * random.normal()) * burst));
}

const daySwing = 0.6;
const burstChance = 0.03;
const burstMin = 3;
const burstRange = 5;
const monthDays = { weekday: 21.7, weekend: 8.7 };

/** A user's average monthly demand without holidays, from the seed alone. */
export function usualMonthCredits({ habits, worksUnasked }: Member): number {
  if (!worksUnasked) {
    return 0;
  }
  const activeDays = monthDays.weekday * habits.weekdayChance + monthDays.weekend * habits.weekendChance;
  const burst = 1 + burstChance * (burstMin + burstRange / 2 - 1);
  return Math.round(activeDays * habits.dailyCredits * Math.exp(daySwing ** 2 / 2) * burst);
}

const holidayShare = 0.3;

function activeChance({ weekdayChance, weekendChance }: Member['habits'], dayNumber: number): number {
  if (isWorkday(dayNumber)) {
    return weekdayChance;
  }
  return isWeekend(dayNumber) ? weekendChance : holidayShare * weekdayChance;
}

/** Monday to Friday except holidays. */
export function isWorkday(dayNumber: number): boolean {
  return !isWeekend(dayNumber) && !holidays.has(dayNumber);
}

/** Day 0 of the epoch was a Thursday. */
function isWeekend(dayNumber: number): boolean {
  const weekday = (dayNumber + 4) % 7;
  return weekday === 0 || weekday === 6;
}

function isHoliday(date: string): boolean {
  return HOLIDAYS.has(date.slice(5)) || MOVABLE_HOLIDAYS.has(date);
}

/** Computed once: every user's demand asks for them. */
const holidays: ReadonlySet<number> = new Set(
  Array.from({ length: HISTORY_DAYS_MAX }, (_, index) => HISTORY_START_DAY + index).filter((dayNumber) =>
    isHoliday(dateOfDay(dayNumber)),
  ),
);
