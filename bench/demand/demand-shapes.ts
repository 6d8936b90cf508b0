import { randomOf, type Random } from '../../emulator/state/random.ts';
import { readTrace, type Trace, type WantedUse } from '../../shared/backtest/trace.ts';
import { addDays, weekdayOf, type Day } from '../../shared/kernel/time/day.ts';

export interface DemandShape {
  readonly name: string;
  readonly sentence: string;
  /** Draws one person: what is wanted on each day, given whether it is a workday. */
  readonly person: (random: Random, days: number) => (day: number, isWorkday: boolean) => number;
}

const usualCredits = 7_000;

/** Heavy-tailed: a log-normal, and one in fifty with a Pareto factor on top. */
function levelOf(random: Random): number {
  const factor = random.chance(0.02) ? Math.min(20, (1 - random.float()) ** -0.7) * 2 : 1;
  return usualCredits * Math.exp(1.1 * random.normal()) * factor;
}

function around(random: Random, credits: number, spread: number): number {
  return credits * Math.exp(spread * random.normal());
}

export const demandShapes: readonly DemandShape[] = [
  {
    name: 'daily',
    sentence: 'works most days, with a burst of 3 to 8 times now and then',
    person: (random) => {
      const level = levelOf(random);
      const workdayChance = 0.62 + 0.36 * random.float();
      const weekendChance = random.chance(0.12) ? 0.45 : 0.05;
      return (_, isWorkday) => {
        const burst = random.chance(0.03) ? 3 + 5 * random.float() : 1;
        return random.chance(isWorkday ? workdayChance : weekendChance) ? around(random, level, 0.6) * burst : 0;
      };
    },
  },
  {
    name: 'projects',
    sentence: 'weeks of much and weeks of little, each project of its own size',
    person: (random) => {
      const level = levelOf(random);
      const weekendChance = random.chance(0.12) ? 0.4 : 0.06;
      let isOn = random.chance(0.4);
      let size = 1;
      return (_, isWorkday) => {
        if (random.chance(isOn ? 1 / 8 : 1 / 12)) {
          isOn = !isOn;
          size = Math.exp(0.8 * random.normal());
        }
        if (isOn) {
          return random.chance(isWorkday ? 0.85 : weekendChance) ? around(random, level * size, 0.8) : 0;
        }
        return random.chance(isWorkday ? 0.15 : 0.02) ? around(random, level * 0.1, 0.8) : 0;
      };
    },
  },
  {
    name: 'bursts',
    sentence: 'seldom, and then a Pareto amount of up to 200 times the usual',
    person: (random) => {
      const level = levelOf(random);
      const workdayChance = 0.08 + 0.5 * random.float();
      return (_, isWorkday) =>
        random.chance(isWorkday ? workdayChance : workdayChance * 0.15)
          ? Math.min(60, 0.3 * (1 - random.float()) ** (-1 / 1.4)) * level
          : 0;
    },
  },
  {
    name: 'steady',
    sentence: 'every workday about the same',
    person: (random) => {
      const level = levelOf(random);
      return (_, isWorkday) => (isWorkday && random.chance(0.95) ? level * (0.7 + 0.6 * random.float()) : 0);
    },
  },
  {
    name: 'crunch',
    sentence: 'three times as much at the end of each 30 days as at their start',
    person: (random) => {
      const level = levelOf(random);
      const chance = 0.5 + 0.3 * random.float();
      const weekendChance = random.chance(0.12) ? 0.5 : 0.08;
      return (day, isWorkday) =>
        random.chance(isWorkday ? chance : weekendChance)
          ? around(random, level * (0.6 + (1.2 * (day % 30)) / 30), 0.9)
          : 0;
    },
  },
  {
    name: 'churn',
    sentence: 'half of all join on the way, and people are away for one to two weeks',
    person: (random, days) => {
      const level = levelOf(random);
      const joins = random.chance(0.5) ? random.integer(0, days - 1) : 0;
      const chance = 0.5 + 0.35 * random.float();
      let away = 0;
      return (day, isWorkday) => {
        away = away === 0 && random.chance(1 / 60) ? random.integer(5, 14) : Math.max(0, away - 1);
        const burst = random.chance(0.04) ? 6 : 1;
        const works = day >= joins && away === 0 && random.chance(isWorkday ? chance : 0.07);
        return works ? around(random, level, 0.8) * burst : 0;
      };
    },
  },
  // The three below were written when the method stood, and nothing was changed for them.
  {
    name: 'whales',
    sentence: 'one in twenty-four wants forty times what the others want, every day',
    person: (random) => {
      const level = random.chance(1 / 24) ? 40 * usualCredits : usualCredits;
      return (_, isWorkday) => (random.chance(isWorkday ? 0.7 : 0.3) ? level * (0.5 + random.float()) : 0);
    },
  },
  {
    name: 'late',
    sentence: 'ten times as much in the last six of each 31 days',
    person: (random) => {
      const level = levelOf(random);
      return (day) => (random.chance(0.7) ? around(random, level * (day % 31 > 24 ? 4 : 0.4), 0.7) : 0);
    },
  },
  {
    name: 'rotating',
    sentence: 'a sixth of the people for five days, then the next sixth, and nobody else',
    person: (random) => {
      const group = random.integer(0, 5);
      return (day) => (Math.floor(day / 5) % 6 === group ? around(random, usualCredits, 0.5) : 0);
    },
  },
];

export interface TraceOrder {
  readonly shape: DemandShape;
  readonly users: number;
  readonly days: number;
  readonly from: Day;
  readonly seed: number;
}

export function drawTrace({ shape, users, days, from, seed }: TraceOrder): Trace {
  const dates = Array.from({ length: days }, (_, day) => addDays(from, day));
  const isWorkday = dates.map((date) => weekdayOf(date) <= 5);
  const rows = Array.from({ length: users }, (_, user): readonly WantedUse[] => {
    const wants = shape.person(randomOf(seed, shape.name, user), days);
    return dates.map((date, day) => ({
      user: `user${String(user).padStart(4, '0')}@example.com`,
      date,
      credits: Math.round(wants(day, isWorkday[day] === true)),
    }));
  });
  const reading = readTrace(rows.flat());
  if (reading.kind === 'refused') {
    throw new RangeError(`a trace of ${days} days and ${users} users is ${reading.reason}`);
  }
  return reading.trace;
}
