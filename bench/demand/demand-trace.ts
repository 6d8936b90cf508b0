import { type Random, randomOf } from '../../emulator/state/random.ts';
import { addDays, daysOf, weekdayOf, type Day } from '../../shared/kernel/time/day.ts';

/** A year of an organization's use, made up the way real use looks. The same seed gives the same trace. */
export interface DemandTrace {
  readonly from: Day;
  readonly through: Day;
  /** By user, then day; a day without an entry had no use. Whole credits. */
  readonly users: ReadonlyMap<string, ReadonlyMap<Day, number>>;
}

interface Habits {
  readonly joinedOn: Day;
  readonly dayCredits: number;
  readonly dailyNoise: number;
  readonly presence: number;
  readonly weekendShare: number;
  readonly burstChance: number;
  readonly vacations: ReadonlySet<Day>;
  readonly yearlyGrowth: number;
}

const from: Day = '2026-01-14';
const through: Day = '2026-12-31';
const usersMax = 10_000;

/** Makes a trace: a heavy tail of users, weekdays, growth, bursts, public holidays, vacations, joiners. */
export function demandTrace(seed: number, userCount: number): DemandTrace {
  if (userCount > usersMax) {
    throw new RangeError(`a trace has at most ${usersMax} users`);
  }
  const holidays = holidaysOf(seed);
  const orgGrowth = randomOf(seed, 'growth').float() * 1.4 - 0.2;
  const users = Array.from({ length: userCount }, (_, index) => {
    const habits = habitsOf(randomOf(seed, 'habits', index), orgGrowth);
    return [`user-${index + 1}`, creditsByDay(randomOf(seed, 'days', index), habits, holidays)] as const;
  });
  return { from, through, users: new Map(users) };
}

function holidaysOf(seed: number): ReadonlySet<Day> {
  const random = randomOf(seed, 'holidays');
  const scattered = Array.from({ length: 9 }, () => addDays(from, random.integer(20, 320)));
  return new Set([...scattered, ...daysOf({ from: '2026-12-24', through })]);
}

function habitsOf(random: Random, orgGrowth: number): Habits {
  const joinsLate = random.chance(0.25);
  return {
    joinedOn: joinsLate ? addDays(from, random.integer(1, 300)) : from,
    dayCredits: Math.exp(8 + 1.1 * random.normal()),
    dailyNoise: 0.3 + 0.5 * random.float(),
    presence: 0.5 + 0.48 * random.float(),
    weekendShare: random.chance(0.15) ? 0.6 : 0.05,
    burstChance: random.chance(0.3) ? 0.03 : 0.006,
    vacations: vacationsOf(random),
    yearlyGrowth: orgGrowth + 0.5 * random.normal(),
  };
}

function vacationsOf(random: Random): ReadonlySet<Day> {
  const stretches = Array.from({ length: 2 }, () => {
    const start = addDays(from, random.integer(10, 330));
    return daysOf({ from: start, through: addDays(start, random.integer(4, 15)) });
  });
  return new Set(stretches.flat());
}

function creditsByDay(random: Random, habits: Habits, holidays: ReadonlySet<Day>): ReadonlyMap<Day, number> {
  const credits = new Map<Day, number>();
  let burst = { daysLeft: 0, factor: 1 };
  for (const [index, day] of daysOf({ from, through }).entries()) {
    if (burst.daysLeft === 0 && random.chance(habits.burstChance)) {
      burst = { daysLeft: random.integer(2, 6), factor: 3 + 6 * random.float() };
    }
    const wanted = dayCreditsOf(random, habits, { day, index, burstFactor: burst.daysLeft > 0 ? burst.factor : 1 });
    burst = { ...burst, daysLeft: Math.max(0, burst.daysLeft - 1) };
    const isOff = holidays.has(day) ? !random.chance(0.06) : habits.vacations.has(day);
    if (day >= habits.joinedOn && !isOff && wanted > 0) {
      credits.set(day, wanted);
    }
  }
  return credits;
}

function dayCreditsOf(
  random: Random,
  habits: Habits,
  { day, index, burstFactor }: { readonly day: Day; readonly index: number; readonly burstFactor: number },
): number {
  const isWeekend = weekdayOf(day) > 5;
  const isThere = random.chance(habits.presence * (isWeekend ? habits.weekendShare : 1));
  const growth = Math.exp((habits.yearlyGrowth * index) / 365);
  const noise = Math.exp(habits.dailyNoise * random.normal());
  return isThere ? Math.round(habits.dayCredits * growth * noise * burstFactor) : 0;
}
