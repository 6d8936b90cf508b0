import { windowAt } from '../../shared/budgets/window.ts';
import { addDailyCredits, creditsIn, knownDays, type DailyCredits } from '../../shared/forecast/daily-credits.ts';
import { usualUseOf } from '../../shared/forecast/usual-use.ts';
import { addDays, daysOf, type Day } from '../../shared/kernel/time/day.ts';
import { demandTrace, type DemandTrace } from '../demand/demand-trace.ts';
import { forecastAll } from './methods.ts';
import { addForecast, emptyTally, errorSharesOf, type ErrorShares, type Tally } from './tally.ts';

/** Who is forecast: the whole organization, ten people, or one. */
const scopes = ['organization', 'team', 'user'] as const;
type ForecastScope = (typeof scopes)[number];

/** What the methods came to on one night of the months. */
interface MonthsRow extends ErrorShares {
  readonly scope: ForecastScope;
  readonly dayOfMonth: number;
}

const daysOfMonth = [3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 21, 24, 27];
const months = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}-01`);
const sizes = [24, 40, 60, 90, 150];
const firstSeed = 201;
const wholeOrganizations = 3;
const teamSize = 10;

interface Series {
  readonly scope: ForecastScope;
  readonly daily: DailyCredits;
}

/**
 * Forecasts of so many generated organizations, month by month. None of these traces was looked at when the method was
 * made. Teams and users are forecast in the first few.
 */
export function measureMonths(organizations: number): readonly MonthsRow[] {
  const tallies = new Map<string, Tally>();
  for (let index = 0; index < organizations; index += 1) {
    const trace = demandTrace(firstSeed + index, sizes[index % sizes.length] ?? 24);
    const series = seriesOf(trace, index < wholeOrganizations);
    for (const dayOfMonth of daysOfMonth) {
      for (const month of months) {
        measureNight(tallies, series, addDays(month, dayOfMonth - 1));
      }
    }
  }
  return scopes.flatMap((scope) =>
    daysOfMonth.flatMap((dayOfMonth) => {
      const tally = tallies.get(`${scope}/${dayOfMonth}`);
      return tally === undefined ? [] : [{ scope, dayOfMonth, ...errorSharesOf(tally) }];
    }),
  );
}

function measureNight(tallies: Map<string, Tally>, series: readonly Series[], day: Day): void {
  const organization = series.find(({ scope }) => scope === 'organization')?.daily;
  if (organization === undefined) {
    return;
  }
  const window = windowAt('month', day, { anchorDay: 1 });
  const all = creditsIn(organization, window);
  const usual = usualUseOf(knownDays({ ...organization, through: addDays(day, -1) }, organization));
  for (const { scope, daily } of series) {
    const key = `${scope}/${Number(day.slice(8))}`;
    const tally = tallies.get(key) ?? emptyTally();
    tallies.set(key, tally);
    addForecast(tally, forecastAll(window, daily, { day, usual }), { actual: creditsIn(daily, window), all });
  }
}

function seriesOf(trace: DemandTrace, isWhole: boolean): readonly Series[] {
  const { from, through } = trace;
  const days = daysOf(trace);
  const users = [...trace.users.values()].map((credits) => ({
    from,
    through,
    credits: Float64Array.from(days.map((day) => credits.get(day) ?? 0)),
  }));
  const sum = ([first, ...others]: readonly DailyCredits[]) =>
    addDailyCredits(first ?? { from, through, credits: new Float64Array(days.length) }, ...others);
  const organization = { scope: 'organization', daily: sum(users) } as const;
  if (!isWhole) {
    return [organization];
  }
  const teams = Array.from({ length: Math.ceil(users.length / teamSize) }, (_, index) =>
    sum(users.slice(index * teamSize, (index + 1) * teamSize)),
  );
  return [
    organization,
    ...teams.map((daily) => ({ scope: 'team', daily }) as const),
    ...users.map((daily) => ({ scope: 'user', daily }) as const),
  ];
}
