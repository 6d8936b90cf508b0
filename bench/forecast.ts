import { windowAt } from '../shared/budgets/window.ts';
import { addDailyCredits, creditsIn, knownDays, type DailyCredits } from '../shared/forecast/daily-credits.ts';
import { usualUseOf } from '../shared/forecast/usual-use.ts';
import { addDays, daysOf, type Day } from '../shared/kernel/time/day.ts';
import { demandShapes, drawTrace, type DemandShape } from './demand/demand-shapes.ts';
import { demandTrace, type DemandTrace } from './demand/demand-trace.ts';
import {
  errorSharesOf,
  judgeForecasts,
  type ErrorShares,
  type ForecastNight,
  type Judged,
} from './forecast/methods.ts';
import { runClaim, type Ratio } from './measure/claim.ts';
import { percent, tableText } from './measure/figures.ts';

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
