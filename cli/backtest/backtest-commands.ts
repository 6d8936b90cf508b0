import type { Command } from 'commander';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { BacktestOptions } from './backtest-order.ts';

/** `backtest`. */
export function addBacktestCommands(program: Command, { run }: CommandHost): void {
  program
    .command('backtest')
    .description('what a pool, or budgets, would have done to use of the past: who is stopped, what is overspent')
    .option('--trace <file>', 'wanted use as CSV: user,date,credits; - is standard input; the ledger unless given')
    .option('--pool <amount>', 'credits that all users share, such as 66M, replayed under five policies')
    .option('--window <window>', 'of the pool: day, week, month, quarter or platform', 'month')
    .option('--overcommit <factor>', 'how far past the amount the overcommitted pool may go, 1 to 10', '1.2')
    .option('--anchor-day <day>', 'day of the month on which the platform counts anew; as in the settings unless given')
    .option('--budgets <file>', 'proposed budgets as a .csv, .yaml or .yml file: who would have been stopped, and when')
    .addHelpText('after', examples('backtest --pool 66M', 'backtest --trace use.csv --budgets proposed.csv --json'))
    .action(async (options: BacktestOptions) =>
      run(async (context) => (await import('./backtest.ts')).runBacktest(context, options)),
    );
}
