import type { Command } from 'commander';
import { commandContext, type CommonOptions } from './command-context.ts';
import { showCaps } from '../caps/caps.ts';
import { explainOne } from '../caps/explain.ts';
import { tellUsage } from '../caps/usage.ts';
import { addCommand, type CommandHost } from './add-command.ts';
import { asOfHelp, capsHelp, explainHelp, usageHelp } from './enforcement-help.ts';
import type { AsOfOptions } from '../caps/snapshot-order.ts';
import type { RangeOptions } from '../caps/usage-range.ts';

/** The commands that tell how things stand, from the tables alone. */
export function addStandingCommands(program: Command, { io, perform }: CommandHost): void {
  addCommand(program, 'caps')
    .description('every user’s limit, what is known to be used of it, and the most that can be')
    .argument('[email]', 'one user')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', capsHelp)
    .action((email: string | undefined, options: CommonOptions & AsOfOptions) =>
      perform(showCaps(commandContext(io, options), email, options)),
    );
  addCommand(program, 'explain')
    .description('why somebody’s limit is what it is, in plain words')
    .argument('<email>', 'in any case; the id of a user who has no email will do')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', explainHelp)
    .action((email: string, options: CommonOptions & AsOfOptions) =>
      perform(explainOne(commandContext(io, options), email, options)),
    );
  addCommand(program, 'usage')
    .description('what every user consumed, the most first; by day for one user')
    .argument('[email]', 'one user')
    .option('--window <kind>', 'day, week, month, quarter or platform: what has passed of it; month unless given')
    .option('--from <day>', 'first day, in place of the window’s')
    .option('--through <day>', 'last day; yesterday unless given')
    .option('--at <time>', asOfHelp)
    .addHelpText('after', usageHelp)
    .action((email: string | undefined, options: CommonOptions & RangeOptions & AsOfOptions) =>
      perform(tellUsage(commandContext(io, options), email, options)),
    );
}
