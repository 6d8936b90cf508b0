import { forecastOf, readBudgetOutlooks } from '../../shared/application/queries/budget-outlooks.ts';
import type { ForecastsDocument } from '../../shared/contracts/documents/budget-outlook-document.ts';
import { grouped } from '../../shared/domain/texts/grouped.ts';
import { rounded } from '../../shared/domain/texts/rounded.ts';
import { compareText } from '../../shared/domain/texts/compare-text.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { parseScopeArgument } from '../frame/budget-key.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError } from '../frame/command-error.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { momentOf, type AsOfOptions } from '../frame/moment.ts';
import { shownRows } from '../../shared/terminal/shown-rows.ts';
import { snapshotOrder, snapshotPorts } from '../frame/snapshot-order.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { forecastText, runsOutText } from './pool-table.ts';

type Forecast = ForecastsDocument[number];

/** `forecast [SCOPE]`: what each budget will have used by the end of its window, and why. */
export async function showForecasts(
  context: CommandContext,
  text: string | undefined,
  options: AsOfOptions & { readonly all?: boolean },
): Promise<ExitCode> {
  const scope = text === undefined ? {} : { scope: parseScopeArgument(text) };
  const atMs = momentOf(context, options);
  const { today, outlooks } = await withInstallation(context, async (installation) =>
    readBudgetOutlooks(snapshotPorts(installation), {
      ...snapshotOrder(installation, atMs),
      ...scope,
      isInDepth: true,
    }),
  );
  if (text !== undefined && outlooks.length === 0) {
    throw new CommandError(`There is no budget for ${text}; see "budgets list"`);
  }
  const forecasts: ForecastsDocument = outlooks.map((outlook) => forecastOf(outlook, today)).toSorted(firstToRunOut);
  const shown = forecasts.filter(({ through }) => through !== null);
  context.tell({
    json: forecasts,
    text:
      shown.length === 0 ? 'No budget is in force.' : forecastsText(shown, { style: context.style, all: options.all }),
  });
  return exitCodes.done;
}

function firstToRunOut(a: Forecast, b: Forecast): number {
  return (a.runwayDays ?? Infinity) - (b.runwayDays ?? Infinity) || compareText(a.scope, b.scope);
}

const columns = [
  { title: 'Budget' },
  { title: 'Amount', align: 'right' },
  { title: 'Used', align: 'right' },
  { title: 'Expected', align: 'right', isMinor: true },
  { title: 'Low to high', align: 'right' },
  { title: 'Runs out' },
] as const;

function forecastsText(
  forecasts: readonly Forecast[],
  { style, all }: { readonly style: Style; readonly all: boolean | undefined },
): string {
  const { rows: shown, footer } = shownRows(forecasts, { style, all, what: 'budget' });
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
