import type { Command } from 'commander';

import { examples, asOfHelp } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { suggest, type SuggestOptions } from './suggest.ts';

const suggestHelp = `
Amounts are rounded up to two digits. With --total the organization gets exactly that, and
teams share it by past use. A suggestion needs 14 days of figures; about four months count.
${examples('suggest', 'suggest --total 60M --by-team', 'suggest --percentile 95 --csv budgets.csv', 'budgets import budgets.csv')}`;

export function addSuggestCommand(program: Command, { run }: CommandHost): void {
  program
    .command('suggest')
    .description('first budgets from past use, and who they would have stopped; by default no person in a usual month')
    .option('--total <amount>', 'credits that all people may use in a month, such as 60M')
    .option('--percentile <number>', 'one limit that so many of 100 months of people stayed within, 1 to 100')
    .option('--by-team', 'with a budget for each team, and a default for its members')
    .option('--csv <file>', 'write them to a file that "npx curfew budgets import" takes; - is standard output')
    .option('--all', 'every row, however many there are')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', suggestHelp)
    .action(async (options: SuggestOptions) => run(async (context) => suggest(context, options)));
}
