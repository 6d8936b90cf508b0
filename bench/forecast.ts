import { type Random, randomOf } from '../emulator/state/random.ts';
import { windowAt } from '../shared/budgets/window.ts';
import { addDailyCredits, creditsIn, type DailyCredits, knownDays } from '../shared/forecast/daily-credits.ts';
import { usualUseOf } from '../shared/forecast/usual-use.ts';
import { addDays, type Day, daysOf, weekdayOf } from '../shared/kernel/time/day.ts';
import { type DemandShape, demandShapes, drawTrace } from './demand/demand-shapes.ts';
import {
  type ErrorShares,
  errorSharesOf,
  type ForecastNight,
  type Judged,
  judgeForecasts,
} from './forecast/methods.ts';
import { type Ratio, runClaim } from './measure/claim.ts';
import { percent, tableText } from './measure/figures.ts';

/** A year of an organization's use, made up the way real use looks. The same seed gives the same trace. */
interface DemandTrace {
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
function demandTrace(seed: number, userCount: number): DemandTrace {
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

/*
 * Forecasts of months on the nights of the month, beside a straight line and a seasonal naive one: on generated
 * organizations, none of which was looked at when the method was made, and on the ways of working that pools are measured
 * on. The goal: the straight line is better on no row of the generated organizations.
 */
const scopes = ['organization', 'team', 'user'] as const;
const daysOfMonth = [3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 21, 24, 27];
const months = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}-01`);
const sizes = [24, 40, 60, 90, 150];
const firstSeed = 201;
/** Teams and users are forecast in the first few. */
const wholeOrganizations = 3;
const teamSize = 10;

const shapesFrom = '2026-03-01';
const shapesDays = 122;
/** The first month is for learning. */
const shapesMonths = ['2026-04-01', '2026-05-01', '2026-06-01'];
const shapesNights = [3, 8, 15, 24];
const shapesUsers = 60;

/** Nights that stand for the month in the common table; the benchmark itself prints all of them. */
const nightsShown: ReadonlySet<number> = new Set([3, 8, 15, 24]);
/** The night on which a warning is still of use, for the ways of working. */
const nightOfShapes = 8;

interface Row extends ErrorShares {
  readonly dayOfMonth: number;
}

function measureMonths(organizations: number): readonly (Row & { readonly scope: string })[] {
  const judged = new Map<string, Judged[]>();
  for (let index = 0; index < organizations; index += 1) {
    const trace = demandTrace(firstSeed + index, sizes[index % sizes.length] ?? 24);
    const organization = sumOf(usersOf(trace));
    const scoped = index < wholeOrganizations ? partsOf(trace) : [];
    for (const day of daysOfMonth.flatMap((dayOfMonth) => months.map((month) => addDays(month, dayOfMonth - 1)))) {
      const night = nightOf(day, organization);
      const all = creditsIn(organization, night.window);
      for (const { scope, daily } of [{ scope: 'organization', daily: organization }, ...scoped]) {
        const key = `${scope}/${Number(day.slice(8))}`;
        const known = judged.get(key) ?? [];
        known.push(judgeForecasts(daily, night, all));
        judged.set(key, known);
      }
    }
  }
  return scopes.flatMap((scope) =>
    daysOfMonth.flatMap((dayOfMonth) => {
      const own = judged.get(`${scope}/${dayOfMonth}`);
      return own === undefined ? [] : [{ scope, dayOfMonth, ...errorSharesOf(own) }];
    }),
  );
}

/** All days before the night are known; the usual week is that of the organization. */
function nightOf(day: Day, organization: DailyCredits): ForecastNight {
  const usual = usualUseOf(knownDays({ ...organization, through: addDays(day, -1) }, organization));
  return { day, window: windowAt('month', day, { anchorDay: 1 }), usual };
}

function usersOf(trace: DemandTrace): readonly DailyCredits[] {
  const days = daysOf(trace);
  return [...trace.users.values()].map((credits) => ({
    from: trace.from,
    through: trace.through,
    credits: Float64Array.from(days.map((day) => credits.get(day) ?? 0)),
  }));
}

function partsOf(trace: DemandTrace): readonly { readonly scope: string; readonly daily: DailyCredits }[] {
  const users = usersOf(trace);
  const teams = Array.from({ length: Math.ceil(users.length / teamSize) }, (_, index) =>
    sumOf(users.slice(index * teamSize, (index + 1) * teamSize)),
  );
  return [...teams.map((daily) => ({ scope: 'team', daily })), ...users.map((daily) => ({ scope: 'user', daily }))];
}

function sumOf([first, ...others]: readonly DailyCredits[]): DailyCredits {
  if (first === undefined) {
    throw new RangeError('there is no series to add');
  }
  return addDailyCredits(first, ...others);
}

/** Forecasts of organizations that each work in one way, of which half were made to defeat the method. */
export function measureShapes(seeds: readonly number[]): readonly (Row & { readonly shape: string })[] {
  return demandShapes.flatMap((shape) => {
    const organizations = seeds.map((seed) => organizationOf(shape, seed));
    return shapesNights.map((dayOfMonth) => {
      const judged = organizations.flatMap((daily) =>
        shapesMonths.map((month) => {
          const night = nightOf(addDays(month, dayOfMonth - 1), daily);
          return judgeForecasts(daily, night, creditsIn(daily, night.window));
        }),
      );
      return { shape: shape.name, dayOfMonth, ...errorSharesOf(judged) };
    });
  });
}

function organizationOf(shape: DemandShape, seed: number): DailyCredits {
  const { from, through, wanted } = drawTrace({ shape, users: shapesUsers, days: shapesDays, from: shapesFrom, seed });
  const credits = new Float64Array(shapesDays);
  wanted.forEach((own) => own.forEach((each, day) => (credits[day] = (credits[day] ?? 0) + each)));
  return { from, through, credits };
}

function ratiosOf(what: string, row: Row): readonly Ratio[] {
  const peers = [
    ['straight line', row.straightErrorShare],
    ['seasonal naive', row.seasonalErrorShare],
  ] as const;
  return peers.map(([peer, share]) => ({
    what: `${what}, night ${row.dayOfMonth}`,
    peer,
    peerFigure: percent(share),
    ourFigure: percent(row.oursErrorShare),
    ratio: row.oursErrorShare / share,
  }));
}

function figuresOf(row: Row): readonly (string | number)[] {
  return [
    row.dayOfMonth,
    percent(row.straightErrorShare),
    percent(row.seasonalErrorShare),
    percent(row.oursErrorShare),
    row.ratio.toFixed(2),
    (row.oursErrorShare / row.seasonalErrorShare).toFixed(2),
    percent(row.inRangeShare),
  ];
}

await runClaim(import.meta, ({ number, numbers }) => {
  const rows = measureMonths(number('organizations'));
  const shapes = measureShapes(numbers('seeds'));
  const titles = ['straight line', 'seasonal naive', 'ours', 'to straight', 'to seasonal', 'truth in our range'];
  return {
    document: { months: rows, shapes },
    ratios: [
      ...rows
        .filter(({ dayOfMonth }) => nightsShown.has(dayOfMonth))
        .flatMap((row) => ratiosOf(`error of the month’s forecast, ${row.scope}`, row)),
      ...shapes
        .filter(({ dayOfMonth }) => dayOfMonth === nightOfShapes)
        .flatMap((row) => ratiosOf(`the same, all work as ‘${row.shape}’`, row)),
    ],
    report: [
      tableText(
        ['scope', 'night of the month', ...titles],
        rows.map((row) => [row.scope, ...figuresOf(row)]),
      ),
      '\nOrganizations that all work in one way:\n',
      tableText(
        ['work', 'night of the month', ...titles],
        shapes.map((row) => [row.shape, ...figuresOf(row)]),
      ),
    ],
    hasReachedGoal: rows.every(({ ratio }) => ratio < 1),
  };
});
