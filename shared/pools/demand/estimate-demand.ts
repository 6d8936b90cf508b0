import { sortedBy } from '../../kernel/texts/compare-text.ts';
import { type Day, weekdayOf } from '../../kernel/time/day.ts';
import { type DemandHistory, type DemandSummary, type SizeSums, summaryOf } from './demand-history.ts';
import { type Demand, unknownDemand } from './demand.ts';

/** Demand on working days as a log-logistic distribution: a location for each user, one spread for all. */
interface DaySizes {
  readonly locations: readonly number[];
  readonly spread: number;
}

type WorkDays = Pick<DemandSummary, 'sizes' | 'stopped'>;

const ownWeight = 1.5;
/** Prior variance of logarithms, and its weight in days. */
const usualVariance = 0.8;
const usualWeight = 3;
const spreadMin = 0.25;
const passes = 3;
/** The standard deviation of a logistic distribution of spread 1. */
const logisticDeviation = Math.PI / Math.sqrt(3);
/** The estimate for a stopped day is at most e³ times its consumption. */
const riseMax = 3;

/**
 * Estimates the sizes of working days. A stopped day counts with its conditional mean, given that demand was at least
 * its consumption. As that depends on the estimate, it takes a few passes (expectation maximization).
 */
export function daySizes(everybody: readonly WorkDays[]): DaySizes {
  let spread = Math.sqrt(usualVariance) / logisticDeviation;
  // Without an estimated location, each stopped day is first extended by one spread.
  let sums = everybody.map((own) => sumsOf(own, { location: -Infinity, spread }));
  let organization = meanOf(sums);
  let locations = sums.map((own) => shrunkTo(organization, own));
  for (let pass = 0; pass < passes; pass += 1) {
    const [before, spreadBefore] = [locations, spread];
    sums = everybody.map((own, user) => sumsOf(own, { location: before[user] ?? 0, spread: spreadBefore }));
    spread = spreadOf(sums, before);
    organization = middleOfUsers(sums);
    locations = sums.map((own) => shrunkTo(organization, own));
  }
  return { locations, spread };
}

function sumsOf(
  { sizes, stopped }: WorkDays,
  estimate: { readonly location: number; readonly spread: number },
): SizeSums {
  if (stopped.length === 0) {
    return sizes;
  }
  let { weight, logs, squares } = sizes;
  for (const day of stopped) {
    const log = day.log + riseBeyond(day.log - estimate.location, estimate.spread);
    weight += day.weight;
    logs += day.weight * log;
    squares += day.weight * log * log;
  }
  return { weight, logs, squares };
}

/** The mean excess of a logistic distribution over a bound at this distance above its location. */
function riseBeyond(distance: number, spread: number): number {
  const scaled = distance / spread;
  // Far above the location the rise is the spread itself, and the formula would be 0 times infinity.
  const rise = scaled > 30 ? spread : spread * Math.log1p(Math.exp(-scaled)) * (1 + Math.exp(scaled));
  return Math.min(riseMax, rise);
}

function shrunkTo(organization: number, { weight, logs }: SizeSums): number {
  return (logs + ownWeight * organization) / (weight + ownWeight);
}

function meanOf(sums: readonly SizeSums[]): number {
  const weight = sums.reduce((sum, own) => sum + own.weight, 0);
  return weight === 0 ? 0 : sums.reduce((sum, own) => sum + own.logs, 0) / weight;
}

/** The mean of the users' means. Users with more working days weigh more, up to the weight of one user. */
function middleOfUsers(sums: readonly SizeSums[]): number {
  let total = 0;
  let weights = 0;
  for (const { weight, logs } of sums) {
    total += logs / (weight + 1);
    weights += weight / (weight + 1);
  }
  return weights === 0 ? 0 : total / weights;
}

function spreadOf(sums: readonly SizeSums[], locations: readonly number[]): number {
  let squares = usualVariance * usualWeight;
  let weights = usualWeight;
  sums.forEach((own, user) => {
    const location = locations[user] ?? 0;
    squares += own.squares - 2 * location * own.logs + location * location * own.weight;
    weights += own.weight;
  });
  return Math.max(spreadMin, Math.sqrt(squares / weights) / logisticDeviation);
}

/** The probability of working on a weekday, 0 is Monday. */
type WeekRhythm = readonly number[];

/** The prior, and its weight in days. */
const usualRhythm: WeekRhythm = [0.7, 0.7, 0.7, 0.7, 0.7, 0.15, 0.15];
const usualDays = 3;

const ownDays = 1;
const kindDays = 2;

const chanceMin = 0.003;
const chanceMax = 0.985;

export function weekRhythm(everybody: Iterable<DemandSummary>): WeekRhythm {
  const active = usualRhythm.map((chance) => chance * usualDays);
  const all = usualRhythm.map(() => usualDays);
  for (const { days, workDays } of everybody) {
    for (let weekday = 0; weekday < 7; weekday += 1) {
      all[weekday] = (all[weekday] ?? 0) + (days[weekday] ?? 0);
      active[weekday] = (active[weekday] ?? 0) + (workDays[weekday] ?? 0);
    }
  }
  return all.map((days, weekday) => (active[weekday] ?? 0) / days);
}

/**
 * Returns the probability that a user works on a weekday: the organization's, times the user's factor. That factor is
 * separate for workdays and weekends, drawn towards the user's overall factor, and that one towards 1, while there is
 * little data.
 */
export function activeChanceOf(own: DemandSummary, rhythm: WeekRhythm, weekday: number): number {
  const { workdays, weekends } = talliesOf(own, rhythm);
  const kind = isWeekend(weekday) ? weekends : workdays;
  const active = workdays.active + weekends.active;
  const expected = workdays.expected + weekends.expected;
  const factor = (active + ownDays) / (expected + ownDays);
  const ofKind = (kind.active + kindDays * factor) / (kind.expected + kindDays);
  return Math.min(chanceMax, Math.max(chanceMin, (rhythm[weekday] ?? 0) * ofKind));
}

interface Tally {
  active: number;
  expected: number;
}

function talliesOf({ days, workDays }: DemandSummary, rhythm: WeekRhythm) {
  const workdays: Tally = { active: 0, expected: 0 };
  const weekends: Tally = { active: 0, expected: 0 };
  rhythm.forEach((chance, weekday) => {
    const tally = isWeekend(weekday) ? weekends : workdays;
    tally.active += workDays[weekday] ?? 0;
    tally.expected += (days[weekday] ?? 0) * chance;
  });
  return { workdays, weekends };
}

function isWeekend(weekday: number): boolean {
  return weekday >= 5;
}

/** Estimates each user's demand on a day, by user id. Users with little data are drawn towards the organization. */
export function estimateDemand({
  histories,
  through,
  day,
}: {
  readonly histories: readonly DemandHistory[];
  readonly through: Day;
  readonly day: Day;
}): ReadonlyMap<string, Demand> {
  // Floating-point sums depend on their order, and a division must not depend on the order of users.
  const ordered = sortedBy(histories, ({ userId }) => userId);
  // Summed up again each time: it takes a second for very many users, and storing all sums takes much memory.
  const sumsOf = (history: DemandHistory) => summaryOf(history, through);
  if (ordered.every((history) => sumsOf(history).days.every((weight) => weight === 0))) {
    return new Map(ordered.map(({ userId }) => [userId, unknownDemand]));
  }
  const rhythm = weekRhythm(summariesOf(ordered, through));
  const { locations, spread } = daySizes(ordered.map((history) => workDaysOf(sumsOf(history))));
  const weekday = weekdayOf(day) - 1;
  return new Map(
    ordered.map((history, index) => {
      const activeChance = activeChanceOf(sumsOf(history), rhythm, weekday);
      return [history.userId, { activeChance, medianCredits: Math.exp(locations[index] ?? 0), spread }];
    }),
  );
}

function workDaysOf({ sizes, stopped }: DemandSummary): WorkDays {
  return { sizes, stopped };
}

function* summariesOf(histories: readonly DemandHistory[], through: Day): Generator<DemandSummary> {
  for (const history of histories) {
    yield summaryOf(history, through);
  }
}
