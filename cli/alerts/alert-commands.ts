import type { Command } from 'commander';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { AckOptions } from './alerts-ack.ts';

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
export function addAlertCommands(program: Command, host: CommandHost): void {
  const { run } = host;
  const alerts = program.command('alerts').description('see which alerts are open, and acknowledge them');
  alerts
    .command('list')
    .description('the alerts that ask for attention, the most severe and newest first')
    .option('--all', 'those that were acknowledged too')
    .addHelpText('after', examples('alerts list --all'))
    .action(async (options: { readonly all?: boolean }) =>
      run(async (context) => (await import('./alerts-list.ts')).listAlerts(context, { all: options.all === true })),
    );
  alerts
    .command('ack')
    .description('say that an alert was seen and why it may stand')
    .argument('<id>', 'as "alerts list" shows it')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'last day, UTC, on which it may stand; for as long as it is the same unless given')
    .addHelpText('after', ackHelp)
    .action(async (id: string, options: AckOptions) =>
      run(async (context) => (await import('./alerts-ack.ts')).ackAlert(context, id, options)),
    );
  addUnreachableCommands(alerts, host);
}

function addUnreachableCommands(alerts: Command, { run }: CommandHost): void {
  const unreachable = alerts
    .command('unreachable')
    .description('see which addresses mail does not reach, and clear them');
  unreachable
    .command('list')
    .description('addresses that bounced or complained, and those that the settings name')
    .addHelpText('after', examples('alerts unreachable list'))
    .action(async () =>
      run(async (context) => (await import('./alerts-unreachable-list.ts')).listUnreachable(context)),
    );
  unreachable
    .command('clear')
    .description('say that mail goes to an address again')
    .argument('<email>', 'in any case')
    .addHelpText('after', clearHelp)
    .action(async (email: string) =>
      run(async (context) => (await import('./alerts-unreachable-clear.ts')).clearUnreachable(context, email)),
    );
}
