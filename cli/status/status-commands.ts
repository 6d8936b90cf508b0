import type { Command } from 'commander';

import { formatScope, isPoolScope, scopeForms } from '../../shared/budgets/scope.ts';
import { quotedValue } from '../../shared/kernel/records/contract/fields/quoted-value.ts';
import { parseScopeArgument, atOf, type AsOfOptions } from '../frame/arguments.ts';
import { wrongUsage } from '../frame/command-error.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { describeForecasts, describePools } from './describe-pools.ts';
import { describeStatus } from './describe-status.ts';

/** Rows of a table as of a moment. */
interface RowsOptions extends AsOfOptions {
  readonly all?: boolean;
}

const statusHelp = `
The first line says that all is well, or the one thing to do next. Nothing is asked of
the platform, so that what was used since the figures end is not known.
${examples('status', 'status --json')}`;

const poolsHelp = `
Figures are credits in the current window of each pool.
  Left        the amount, top-ups included, less what is known to be used
  Forecast    the use by the end of the window, in four cases of five
  Worst case  the most that can be used under the limits in force
  Runs out    the day on which the amount is expected to be used, where the window ends later
  Guarantee   whether the use can pass the amount; why, or from when on not, is said below
${examples('pools', 'pools team:web', 'pools org --json')}`;

const forecastHelp = `
A forecast is made from the use of about four months, with the rhythm of the week; it
knows nothing of limits. Low and high hold the use in four cases of five.
${examples('forecast', 'forecast team:web', 'forecast user:ana@example.com --json')}`;

/** The commands that say how everything stands and where it is heading: `status`, `pools`, `forecast`. */
export function addStatusCommands(program: Command, { run }: CommandHost): void {
  program
    .command('status')
    .description('how everything stands, on one screen: what asks for you, who is stopped, what the pools hold')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', statusHelp)
    .action(async (options: AsOfOptions) =>
      run(async (context) => showAnswer(context, ['showStatus', atOf(options)], { text: describeStatus })),
    );
  program
    .command('pools')
    .description('the budgets that people share: used, left, forecast and worst case; one with its members')
    .argument('[name]', 'org, team:NAME or the name of a team')
    .option('--all', 'every row, however many there are')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', poolsHelp)
    .action(async (name: string | undefined, { all, ...options }: RowsOptions) =>
      run(async (context) => {
        const given = { ...atOf(options), scope: name === undefined ? undefined : poolScope(name) };
        return showAnswer(context, ['listPools', given], {
          text: ({ rows }, style) => describePools(rows, style),
          all,
          as: rowsOf,
        });
      }),
    );
  program
    .command('forecast')
    .description('what each budget will have used by the end of its window, and why')
    .argument('[scope]', scopeForms)
    .option('--all', 'every row, however many there are')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', forecastHelp)
    .action(async (scope: string | undefined, { all, ...options }: RowsOptions) =>
      run(async (context) => {
        const given = {
          ...atOf(options),
          scope: scope === undefined ? undefined : formatScope(parseScopeArgument(scope)),
        };
        return showAnswer(context, ['listForecasts', given], {
          text: ({ rows }, style) => describeForecasts(rows, style),
          all,
          as: rowsOf,
        });
      }),
    );
}

/** A bare name is that of a team. */
function poolScope(name: string): string {
  const scope = parseScopeArgument(name === 'org' || name.includes(':') ? name : `team:${name}`);
  if (!isPoolScope(scope)) {
    throw wrongUsage(
      `${quotedValue(name)} is no pool, which people share; a pool is org, team:NAME or the name of a team`,
    );
  }
  return formatScope(scope);
}
