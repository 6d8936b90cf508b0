import type { Command } from 'commander';
import { commandContext, type CommonOptions } from './command-context.ts';
import { ackAlert, type AckOptions } from './commands/alerts-ack.ts';
import { listAlerts } from './commands/alerts-list.ts';
import { leaf, type Frame } from './leaf.ts';

const ackHelp = `
An acknowledged alert is told again when the matter changes (a further threshold,
another form of it, its coming back) or when the day of --until is over; the mail
then says that it was acknowledged, by whom and why. The journal keeps who and why.

Examples:
  $ curfew alerts list
  $ curfew alerts ack 1k2m9xq0p3 --reason "load test, agreed with finance" --until 2026-03-31`;

/** `alerts …`. */
export function addAlertCommands(program: Command, { io, perform }: Frame): void {
  const alerts = program.command('alerts').description('see what is in alarm, and say that it may stand');
  leaf(alerts, 'list')
    .description('the alerts that ask for attention, the most severe and newest first')
    .option('--all', 'those that were acknowledged too')
    .action((options: CommonOptions & { readonly all?: boolean }) =>
      perform(listAlerts(commandContext(io, options), { all: options.all === true })),
    );
  leaf(alerts, 'ack')
    .description('say that an alert was seen and why it may stand')
    .argument('<id>', 'as "alerts list" shows it')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'last day, UTC, on which it may stand; for as long as it is the same unless given')
    .addHelpText('after', ackHelp)
    .action((id: string, options: CommonOptions & AckOptions) =>
      perform(ackAlert(commandContext(io, options), id, options)),
    );
}
