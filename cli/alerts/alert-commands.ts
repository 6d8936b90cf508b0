import type { Command } from 'commander';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { ackAlert, type AckOptions } from './alerts-ack.ts';
import { listAlerts } from './alerts-list.ts';
import { clearUnreachable } from './alerts-unreachable-clear.ts';
import { listUnreachable } from './alerts-unreachable-list.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';

const ackHelp = `
Nobody is notified of an acknowledged alert until it changes (another threshold,
another form, it comes back after it was resolved) or the day of --until has passed.
The mail then says that it was acknowledged, by whom and why. The journal keeps who
and why; for alerts about the history of the controls, the evidence does too.

Examples:
  $ curfew alerts list
  $ curfew alerts ack 1k2m9xq0p3 --reason "load test, agreed with finance" --until 2026-03-31`;

const clearHelp = `
Mail for an address that bounced or complained goes to others until it is cleared.
Correct what was wrong first, and take the address off the suppression list of SES:
otherwise the next mail comes back, and the address is noted again.

Example:
  $ curfew alerts unreachable clear ann@example.com`;

/** `alerts …`. */
export function addAlertCommands(program: Command, frame: CommandHost): void {
  const { io, perform } = frame;
  const alerts = program.command('alerts').description('list the alerts, and acknowledge them');
  addCommand(alerts, 'list')
    .description('the open alerts, the most severe and newest first')
    .option('--all', 'the acknowledged ones too')
    .action((options: CommonOptions & { readonly all?: boolean }) =>
      perform(listAlerts(commandContext(io, options), { all: options.all === true })),
    );
  addCommand(alerts, 'ack')
    .description('say that you have seen an alert, and why it is acceptable')
    .argument('<id>', 'as "alerts list" shows it')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'last day, UTC, for which this counts; until the alert changes unless given')
    .addHelpText('after', ackHelp)
    .action((id: string, options: CommonOptions & AckOptions) =>
      perform(ackAlert(commandContext(io, options), id, options)),
    );
  addUnreachableCommands(alerts, frame);
}

function addUnreachableCommands(alerts: Command, { io, perform }: CommandHost): void {
  const unreachable = alerts
    .command('unreachable')
    .description('list whom mail does not reach, and say that it does again');
  addCommand(unreachable, 'list')
    .description('addresses that bounced or complained, and those that the settings name')
    .action((options: CommonOptions) => perform(listUnreachable(commandContext(io, options))));
  addCommand(unreachable, 'clear')
    .description('say that mail goes to an address again')
    .argument('<email>', 'in any case')
    .addHelpText('after', clearHelp)
    .action((email: string, options: CommonOptions) => perform(clearUnreachable(commandContext(io, options), email)));
}
