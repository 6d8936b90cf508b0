import type { ForecastsDocument } from '../../contracts/documents/credits/budget-outlook-document.ts';
import { grouped, rounded } from '../../domain/texts/grouped.ts';
import { plainText } from '../plain-text.ts';
import { shownRows } from '../shown-rows.ts';
import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';
import { forecastText, runsOutText } from './pool-table.ts';

type Forecast = ForecastsDocument[number];

const columns = [
  { title: 'Budget' },
  { title: 'Amount', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Expected', align: 'right', isMinor: true },
  { title: 'Low to high', align: 'right' },
  { title: 'Runs out' },
] as const;

/** Forecasts as a table, with what causes them. */
export function describeForecasts(forecasts: readonly Forecast[], style: Style): string {
  if (forecasts.length === 0) {
    return 'No budget is in force.';
  }
  const { rows: shown, footer } = shownRows(forecasts, { style, what: 'budget' });
  const rows = shown.map((each) => [
    `${each.scope} ${each.window}`,
    each.amount === 'unlimited' ? 'unlimited' : rounded(each.amount),
    rounded(each.used ?? 0),
    each.forecast === null ? '' : rounded(each.forecast.mean),
    each.people === null ? forecastText(each.forecast) : '',
    runsOutCell(each, style),
  ]);
  const notes = shown.flatMap((each) => [...causeLine(each), ...defaultLine(each)]);
  return [renderTable(columns, rows, style), ...footer, ...notes].join('\n');
}

/** The default is everybody's own: it runs out for one person, not for all. */
function runsOutCell({ left, runsOutOn, forecast, people }: Forecast, style: Style) {
  return people !== null || left === null ? '' : runsOutText({ left, runsOutOn, forecast }, style);
}

function causeLine({ scope, window, cause }: Forecast): readonly string[] {
  return cause === null ? [] : [`- ${scope} ${window}: ${plainText(cause)}`];
}

function defaultLine({ scope, window, people, highest, used, expectedOver }: Forecast): readonly string[] {
  if (people === null) {
    return [];
  }
  const most = highest === null ? '' : `; the most is ${grouped(used ?? 0)} by ${plainText(highest)}`;
  const over = expectedOver === null ? '' : `; ${grouped(expectedOver)} are expected to reach it`;
  return [`- ${scope} ${window}: ${grouped(people)} people draw on it, each for themselves${most}${over}`];
}
