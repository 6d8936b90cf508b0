import type { ForecastsDocument } from '../../shared/budgets/contract/budget-outlook-document.ts';
import { useOfBudget } from '../../shared/kernel/texts/amount-state.ts';
import { counted, grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsOver, creditsText, shortCredits } from '../../shared/kernel/texts/credits.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { dayAndMonth } from '../../shared/kernel/time/day.ts';
import type { PoolsDocument } from '../../shared/pools/contract.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable, type Cell } from '../../shared/terminal/table.ts';
import { shownRows } from '../frame/shown-rows.ts';
import { forecastText, guaranteeLines, overLine, poolTable, runsOutText } from './pool-table.ts';

type Pool = PoolsDocument[number];
type Member = NonNullable<Pool['people']>[number];

/** Pools as a table, with their members where these are named. */
export function describePools(pools: readonly Pool[], style: Style): string {
  const { rows, footer } = shownRows(pools, { style, what: 'pool' });
  return pools.length === 0
    ? 'There are no pools. To share an amount: npx curfew budgets set org month AMOUNT'
    : [
        poolTable(rows, style),
        ...footer,
        ...guaranteeLines(rows),
        ...rows.flatMap((pool) => memberLines(pool, style)),
      ].join('\n');
}

const poolColumns = [
  { title: 'Member' },
  { title: 'Used', align: 'right' },
  { title: 'Share', align: 'right' },
  { title: 'Limit', align: 'right' },
  { title: 'Status' },
] as const;

function memberLines(pool: Pool, style: Style): readonly string[] {
  const { scope, window, people = [], unbounded, members } = pool;
  if (people.length === 0) {
    return [];
  }
  const stopped = people.filter((person) => person.stopped).length;
  const { rows, footer } = shownRows(people, { style, what: 'member' });
  return [
    '',
    `${scope} ${window}: ${grouped(members)} members, ${grouped(stopped)} stopped, ${grouped(unbounded.length)} without a limit for some time`,
    renderTable(
      poolColumns,
      rows.map((person) => memberCells(person, pool, style)),
      style,
    ),
    ...footer,
  ];
}

function memberCells({ email, used, share, limit, ...rest }: Member, pool: Pool, style: Style): readonly Cell[] {
  return [
    email,
    creditsOver(used, pool),
    share === null ? '' : creditsText(share),
    limit === null ? 'none' : creditsText(limit),
    statusCell(rest, style),
  ];
}

function statusCell(
  { stopped, unbounded, status }: Pick<Member, 'stopped' | 'unbounded' | 'status'>,
  { colors }: Style,
): Cell {
  if (stopped) {
    return { text: 'stopped', paint: colors.red };
  }
  return unbounded ? { text: `${status}, unbounded`, paint: colors.yellow } : status;
}

type Forecast = ForecastsDocument[number];

const forecastColumns = [
  { title: 'Budget' },
  { title: 'Amount', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Expected', align: 'right', isMinor: true },
  { title: 'Low to high', align: 'right' },
  { title: 'Runs out' },
] as const;

/** Forecasts of the budgets in force as a table, with what causes them. */
export function describeForecasts(all: readonly Forecast[], style: Style): string {
  const forecasts = all.filter(({ through }) => through !== null);
  if (forecasts.length === 0) {
    return 'No budget is in force.';
  }
  const { rows: shown, footer } = shownRows(forecasts, { style, what: 'budget' });
  const rows = shown.map((each) => [
    `${each.scope} ${each.window}`,
    each.amount === 'unlimited' ? 'unlimited' : shortCredits(each.amount),
    usedText(each, 'short'),
    each.forecast === null ? '' : shortCredits(each.forecast.mean),
    each.people === null ? forecastText(each.forecast) : '',
    runsOutCell(each, style),
  ]);
  const notes = shown.flatMap((each) => [
    ...pastLine(each),
    ...causeLine(each),
    ...defaultLine(each),
    ...endLines(each),
  ]);
  return [renderTable(forecastColumns, rows, style), ...footer, ...notes].join('\n');
}

function usedText({ used, from, through }: Forecast, form?: 'short'): string {
  return creditsOver(used ?? 0, { from: from ?? '', through: through ?? '' }, form);
}

/** The default applies to each user, so it runs out for one person. */
function runsOutCell(each: Forecast, style: Style) {
  const use = useOfBudget(each);
  const { runsOutOn, forecast, people } = each;
  return people !== null || use === undefined ? '' : runsOutText({ ...use, runsOutOn, forecast }, style);
}

function pastLine(each: Forecast): readonly string[] {
  const use = useOfBudget(each);
  return use === undefined ? [] : overLine(`${each.scope} ${each.window}`, { ...use, runsOutOn: each.runsOutOn });
}

function causeLine({ scope, window, cause }: Forecast): readonly string[] {
  return cause === null ? [] : [`- ${scope} ${window}: ${plainText(cause)}`];
}

const endsMax = 5;

function endLines({ scope, window, ends }: Forecast): readonly string[] {
  const shown = ends.slice(0, endsMax).map(({ what, on, credits, email }) => {
    const of = `${credits === null ? '' : ` of ${creditsText(credits)}`}${email === null ? '' : ` of ${plainText(email)}`}`;
    return `- ${scope} ${window}: the ${what}${of} ends on ${dayAndMonth(on)}`;
  });
  const more = ends.length - shown.length;
  return [...shown, ...(more > 0 ? [`- ${scope} ${window}: ${grouped(more)} more end within a week`] : [])];
}

function defaultLine(forecast: Forecast): readonly string[] {
  const { scope, window, people, highest, usedUp, expectedOver } = forecast;
  if (people === null) {
    return [];
  }
  const most = highest === null ? '' : `; the most is ${usedText(forecast)} by ${plainText(highest)}`;
  const over =
    expectedOver === null ? '' : `; used up by ${grouped(usedUp ?? 0)}, ${grouped(expectedOver)} more are expected to`;
  return [`- ${scope} ${window}: the budget of ${counted(people, 'person', 'people')}, each their own${most}${over}`];
}
