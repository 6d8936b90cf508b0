import { styleFor } from '../shared/terminal/style.ts';
import { renderTable } from '../shared/terminal/table.ts';
import { windowAt, type Window } from '../shared/domain/budgets/window.ts';
import { creditsIn, addDailyCredits, type DailyCredits, knownDays } from '../shared/domain/forecast/daily-credits.ts';
import { forecastWindow } from '../shared/domain/forecast/forecast.ts';
import { usualUseOf, type UsualUse } from '../shared/domain/forecast/usual-use.ts';
import { addDays, daysBetween, daysOf, type Day } from '../shared/domain/time/day.ts';
import { demandTrace, type DemandTrace } from './demand-trace.ts';

/**
 * Forecasts of months nobody has seen, on the nights of the month, against a straight line. `--json` prints the figures
 * as one document. Ends with 1 when the straight line is better anywhere.
 */

/** Who is forecast: the whole organization, ten people, or one. */
const scopes = ['organization', 'team', 'user'] as const;
type ForecastScope = (typeof scopes)[number];

const daysOfMonth = [3, 4, 5, 6, 7, 8, 10, 12, 15, 18, 21, 24, 27];
const months = ['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2026-${month}-01`);
/** None of these traces was looked at when the method was made. Teams and users are forecast in the first few. */
const sizes = [24, 40, 60, 90, 150];
const organizations = Array.from({ length: 30 }, (_, index) => ({
  seed: 201 + index,
  userCount: sizes[index % sizes.length] ?? 24,
  isWhole: index < 3,
}));
const teamSize = 10;

/** Sums of shares of what the organization used in the month, so that each organization counts the same. */
interface Tally {
  actualShare: number;
  oursWrongShare: number;
  straightWrongShare: number;
  withinRange: number;
  count: number;
}

interface Series {
  readonly scope: ForecastScope;
  readonly daily: DailyCredits;
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
  const teams = Array.from({ length: Math.ceil(users.length / teamSize) }, (_, index) =>
    sum(users.slice(index * teamSize, (index + 1) * teamSize)),
  );
  const organization = { scope: 'organization', daily: sum(users) } as const;
  if (!isWhole) {
    return [organization];
  }
  return [
    organization,
    ...teams.map((daily) => ({ scope: 'team', daily }) as const),
    ...users.map((daily) => ({ scope: 'user', daily }) as const),
  ];
}

/** What cloud budgets do: the average of the month's days so far goes on until its end. */
function straightLine(window: Window, daily: DailyCredits): number {
  const daysKnown = daysBetween(window.from, daily.through) + 1;
  const daysAll = daysBetween(window.from, window.through) + 1;
  return (creditsIn(daily, window) / daysKnown) * daysAll;
}

/** On the night of a day of the month, everything up to the day before is known. */
function compare(
  tally: Tally,
  whole: DailyCredits,
  night: { readonly day: Day; readonly organization: DailyCredits; readonly usual: UsualUse },
): void {
  const window = windowAt('month', night.day, { anchorDay: 1 });
  const known = { ...whole, through: addDays(night.day, -1) };
  const actual = creditsIn(whole, window);
  const forecast = forecastWindow(window, known, night.usual.profile);
  if (forecast.kind === 'none') {
    throw new Error(`no forecast on ${night.day}`);
  }
  const all = creditsIn(night.organization, window);
  tally.actualShare += actual / all;
  tally.oursWrongShare += Math.abs(forecast.expectedCredits - actual) / all;
  tally.straightWrongShare += Math.abs(straightLine(window, known) - actual) / all;
  tally.withinRange += Number(forecast.lowCredits <= actual && actual <= forecast.highCredits);
  tally.count += 1;
}

function measure(): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const { seed, userCount, isWhole } of organizations) {
    const series = seriesOf(demandTrace(seed, userCount), isWhole);
    for (const dayOfMonth of daysOfMonth) {
      for (const month of months) {
        measureRun(tallies, series, addDays(month, dayOfMonth - 1));
      }
    }
  }
  return tallies;
}

function measureRun(tallies: Map<string, Tally>, series: readonly Series[], day: Day): void {
  const whole = series.find(({ scope }) => scope === 'organization')?.daily;
  if (whole === undefined) {
    return;
  }
  const usual = usualUseOf(knownDays({ ...whole, through: addDays(day, -1) }, whole));
  for (const { scope, daily } of series) {
    const key = `${scope}/${Number(day.slice(8))}`;
    const fresh = { actualShare: 0, oursWrongShare: 0, straightWrongShare: 0, withinRange: 0, count: 0 };
    const tally = tallies.get(key) ?? fresh;
    tallies.set(key, tally);
    compare(tally, daily, { day, organization: whole, usual });
  }
}

interface Result {
  readonly scope: ForecastScope;
  readonly dayOfMonth: number;
  /** Errors as a share of what was really used. */
  readonly straightErrorShare: number;
  readonly oursErrorShare: number;
  readonly ratio: number;
  /** How often the truth lay in the range of 10 to 90 %. */
  readonly inRangeShare: number;
}

function resultsOf(tallies: ReadonlyMap<string, Tally>): readonly Result[] {
  return scopes.flatMap((scope) =>
    daysOfMonth.flatMap((dayOfMonth) => {
      const tally = tallies.get(`${scope}/${dayOfMonth}`);
      return tally === undefined ? [] : [resultOf(scope, dayOfMonth, tally)];
    }),
  );
}

function resultOf(scope: ForecastScope, dayOfMonth: number, tally: Tally): Result {
  return {
    scope,
    dayOfMonth,
    straightErrorShare: tally.straightWrongShare / tally.actualShare,
    oursErrorShare: tally.oursWrongShare / tally.actualShare,
    ratio: tally.oursWrongShare / tally.straightWrongShare,
    inRangeShare: tally.withinRange / tally.count,
  };
}

function tableOf(results: readonly Result[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const head = ['scope', 'night of the month', 'straight line', 'ours', 'ratio', 'truth in our range'];
  const rows = results.map((result) => [
    result.scope,
    String(result.dayOfMonth),
    percent(result.straightErrorShare),
    percent(result.oursErrorShare),
    result.ratio.toFixed(2),
    percent(result.inRangeShare),
  ]);
  const columns = head.map((title, index) => (index === 0 ? { title } : { title, align: 'right' as const }));
  return renderTable(columns, rows, styleFor({ isTerminal: process.stdout.isTTY }, process.env));
}

const results = resultsOf(measure());
console.log(process.argv.includes('--json') ? JSON.stringify(results) : tableOf(results));
process.exitCode = results.every(({ ratio }) => ratio < 1) ? 0 : 1;
