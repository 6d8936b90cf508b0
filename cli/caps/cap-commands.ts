import { Option, type Command } from 'commander';

import { capFilters } from '../../shared/explanation/list-filters.ts';
import { usageBreakdowns } from '../../shared/ledger/usage-breakdowns.ts';
import type { AsOfOptions } from '../frame/arguments.ts';
import { asOfHelp, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { CapsOptions, UsageOptions } from './caps.ts';

const work = async () => import('./caps.ts');

const capsHelp = `
All figures are credits in the platform’s window; nothing is asked of the platform.
  Limit     what the platform confirmed last
  Used      what is known, through yesterday at the latest
  Left      the limit less what is known to be used
  Exposure  the most that can be used so far: the highest limit that may be in force
  Binding   the budget with the least left
  Status    confirmed; stopped: confirmed, and nothing is left of it; pending: being sent;
            failed: the platform refuses it; unknown: no answer, or never sent
Those who are stopped come first, then those with the least left.
${examples('caps', 'caps --team web --status stopped', 'caps ana@example.com --json')}`;

const explainHelp = `
Shows every budget that concerns a user with its numbers, which one decides and why,
what is in force now, when it resets, who can change it, what is not known, and
the last five changes. Nothing is asked of the platform.
${examples('explain ana@example.com', 'explain ana@example.com --json')}`;

const usageHelp = `
Figures are credits as the platform reported them, through yesterday at the latest.
A day that is suspect or was never read is marked; nothing is asked of the platform.
By model: as the platform names it; days that an earlier version read name none.
${examples('usage --window week', 'usage --by team', 'usage ana@example.com --from 2026-03-01 --through 2026-03-10 --json')}`;

/** The commands that show limits and use from the tables alone: `caps`, `explain`, `usage`. */
export function addCapCommands(program: Command, { run }: CommandHost): void {
  program
    .command('caps')
    .description('every user’s limit, what is known to be used of it, and the most that can be')
    .argument('[email]', 'one user')
    .option('--all', 'every row, however many there are')
    .option('--team <name>', 'the members of a team')
    .addOption(new Option('--status <word>', 'only these').choices(capFilters))
    .option('--at <time>', asOfHelp)
    .addHelpText('after', capsHelp)
    .action(async (email: string | undefined, options: CapsOptions) =>
      run(async (context) => (await work()).showCaps(context, email, options)),
    );
  program
    .command('explain')
    .description('why a user’s limit is what it is, in plain words')
    .argument('<email>', 'in any case; the id of a user who has no email will do')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', explainHelp)
    .action(async (email: string, options: AsOfOptions) =>
      run(async (context) => (await work()).explainOne(context, email, options)),
    );
  program
    .command('usage')
    .description('what was consumed by user, team, model or day, the most first; by day for one user')
    .argument('[email]', 'one user')
    .option('--window <kind>', 'day, week, month, quarter or platform: what has passed of it; month unless given')
    .addOption(new Option('--by <what>', 'user unless given').choices(usageBreakdowns))
    .option('--from <day>', 'first day, in place of the window’s')
    .option('--through <day>', 'last day; yesterday unless given')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', usageHelp)
    .action(async (email: string | undefined, options: UsageOptions) =>
      run(async (context) => (await work()).showUsageOf(context, email, options)),
    );
}
