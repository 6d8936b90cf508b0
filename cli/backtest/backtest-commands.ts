import type { Command } from 'commander';

import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { BacktestOptions } from './backtest-order.ts';

export function addBacktestCommands(program: Command, { run }: CommandHost): void {
  program
    .command('backtest')
    .description('what a pool, or budgets, would have done to use of the past: who is stopped, what is overspent')
    .option('--trace <file>', 'wanted use as CSV: user,date,credits; - is standard input; the ledger unless given')
    .option('--pool <amount>', 'credits that all users share, such as 66M, replayed under six policies')
    .option('--window <window>', 'of the pool: day, week, month, quarter or platform', 'month')
    .option('--overcommit <factor>', 'how far past the amount the overcommitted pool may go, 1 to 10', '1.2')
    .option('--hints <share>', 'live: share of people who are seen when they work, 0 to 1', '0')
    .option('--hint-sessions <share>', 'live: share of all sessions that are seen, instead of --hints')
    .option('--wrong <share>', 'live: share of the seen sessions that are attributed to another person', '0')
    .option('--lag-minutes <minutes>', 'live: how late use shows, 0 to 120', '10')
    .option('--cap <percent>', 'live: how far the limits may pass the amount where totals prove it safe', '0')
    .option(
      '--anchor-day <day>',
      'day of the month on which the platform counts again; as in the settings unless given',
    )
    .option('--budgets <file>', 'proposed budgets as a .csv, .yaml or .yml file: who would have been stopped, and when')
    .addHelpText(
      'after',
      examples(
        'backtest --pool 66M',
        'backtest --pool 66M --hint-sessions 0.3',
        'backtest --trace use.csv --budgets proposed.csv --json',
      ),
    )
    .action(async (options: BacktestOptions) =>
      run(async (context) => (await import('./backtest.ts')).runBacktest(context, options)),
    );
}
