import type { Command } from 'commander';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { ackAlert, type AckOptions } from './alerts-ack.ts';
import { listAlerts } from './alerts-list.ts';
import { clearUnreachable } from './alerts-unreachable-clear.ts';
import { listUnreachable } from './alerts-unreachable-list.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';

const ackHelp = `
An acknowledged alert is told again when the matter changes (a further threshold,
another form of it, its coming back) or when the day of --until is over; the mail
then says that it was acknowledged, by whom and why. The journal keeps who and why.

Examples:
  $ curfew alerts list
  $ curfew alerts ack 1k2m9xq0p3 --reason "load test, agreed with finance" --until 2026-03-31`;

const clearHelp = `
Others are told in the place of whoever is behind an address that bounced or
complained, until it is cleared. Mend what was wrong first, and take the address
off the suppression list of SES: the next mail would come back otherwise, and the
address be noted again.

Example:
  $ curfew alerts unreachable clear ann@example.com`;

/** `alerts …`. */
export function addAlertCommands(program: Command, frame: CommandHost): void {
  const { io, perform } = frame;
  const alerts = program.command('alerts').description('see what is in alarm, and say that it may stand');
  addCommand(alerts, 'list')
    .description('the alerts that ask for attention, the most severe and newest first')
    .option('--all', 'those that were acknowledged too')
    .action((options: CommonOptions & { readonly all?: boolean }) =>
      perform(listAlerts(commandContext(io, options), { all: options.all === true })),
    );
  addCommand(alerts, 'ack')
    .description('say that an alert was seen and why it may stand')
    .argument('<id>', 'as "alerts list" shows it')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'last day, UTC, on which it may stand; for as long as it is the same unless given')
    .addHelpText('after', ackHelp)
    .action((id: string, options: CommonOptions & AckOptions) =>
      perform(ackAlert(commandContext(io, options), id, options)),
    );
  addUnreachableCommands(alerts, frame);
}

function addUnreachableCommands(alerts: Command, { io, perform }: CommandHost): void {
  const unreachable = alerts.command('unreachable').description('see whom mail does not reach, and say that it does');
  addCommand(unreachable, 'list')
    .description('addresses that bounced or complained, and those that the settings name')
    .action((options: CommonOptions) => perform(listUnreachable(commandContext(io, options))));
  addCommand(unreachable, 'clear')
    .description('say that mail goes to an address again')
    .argument('<email>', 'in any case')
    .addHelpText('after', clearHelp)
    .action((email: string, options: CommonOptions) => perform(clearUnreachable(commandContext(io, options), email)));
}
