import { Option, type Command } from 'commander';

import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { alertKinds, type AlertKind } from '../../shared/notifications/topics.ts';
import { dayIn } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { printAnswer, rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { describeAlertRows, describeAlerts, describeUnreachable } from './alert-tables.ts';

interface AlertListOptions {
  readonly kind?: AlertKind;
  /** Acknowledged ones too, and every row. */
  readonly all?: boolean;
  readonly status?: 'open' | 'acknowledged';
}

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
export function addAlertCommands(alerts: Command, host: CommandHost): void {
  const { run } = host;
  alerts
    .command('list')
    .description('the open alerts: the most severe first, then those that stop people; many of a kind are one row')
    .option('--all', 'the acknowledged ones too, and every row')
    .addOption(new Option('--kind <kind>', 'only alerts of this kind, a row for each').choices(alertKinds))
    .addOption(new Option('--status <word>', 'only these').choices(['open', 'acknowledged']))
    .addHelpText(
      'after',
      examples('alerts list --all', 'alerts list --kind stopped', 'alerts list --status acknowledged'),
    )
    .action(async ({ all = false, status, kind }: AlertListOptions) =>
      run(async (context) => {
        const notes = ({ acknowledged }: { readonly acknowledged: number }): readonly string[] =>
          acknowledged > 0 ? [`Acknowledged: ${acknowledged}; see "npx curfew alerts list --all".`] : [];
        const given = { status: status ?? (all ? 'all' : 'open'), kind } as const;
        // Programs get each alert, people rows in which many of one kind are one.
        return context.options.json === true || all || kind !== undefined
          ? showAnswer(context, ['listAlerts', given], {
              text: ({ rows }, style) => describeAlerts(rows, style),
              notes,
              all,
              as: rowsOf,
            })
          : showAnswer(context, ['listAlertRows', given], {
              text: ({ rows, alerts: count, asking }, style) => describeAlertRows(rows, { count, asking, style }),
              notes,
            });
      }),
    );
  alerts
    .command('ack')
    .description('say that you have seen an alert, and why it is acceptable')
    .argument('<id>', 'as "alerts list" shows it')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'last day, UTC, for which this counts; until the alert changes unless given')
    .addHelpText('after', ackHelp)
    .action(async (id: string, { reason, until }: { readonly reason: string; readonly until?: string }) =>
      run(async (context) => {
        const body = { reason, until: until === undefined ? undefined : dayIn('--until', until) };
        const span = until === undefined ? 'until it changes' : `through ${until}, or until it changes`;
        return showAnswer(context, ['acknowledgeAlert', { alert: id, body }], {
          text: ({ headline }) => `Acknowledged ${span}: ${headline}`,
        });
      }),
    );
  addUnreachableCommands(alerts, host);
}

function addUnreachableCommands(alerts: Command, { run }: CommandHost): void {
  const unreachable = alerts
    .command('unreachable')
    .description('list whom mail does not reach, and say that it does again');
  unreachable
    .command('list')
    .description('addresses that bounced or complained, and those that the settings name')
    .addHelpText('after', examples('alerts unreachable list'))
    .action(async () =>
      run(async (context) =>
        showAnswer(context, ['listUnreachable', {}], {
          text: ({ rows }, style) => describeUnreachable(rows, style),
          as: rowsOf,
        }),
      ),
    );
  unreachable
    .command('clear')
    .description('say that mail goes to an address again')
    .argument('<email>', 'in any case')
    .addHelpText('after', clearHelp)
    .action(async (email: string) => run(async (context) => clearUnreachable(context, email)));
}

async function clearUnreachable(context: CommandContext, email: string): Promise<ExitCode> {
  const { document } = await withApi(context, async (api) => api.read('clearUnreachable', { email }));
  const address = plainText(document.address);
  const exitCode = printAnswer(context, document, {
    text: () => `Mail goes to ${address} again, from the next run on.`,
  });
  // SES has a list of its own: the operator of a script has to read that, too.
  context.note(
    `SES may keep the address on its own list: aws sesv2 delete-suppressed-destination --email-address ${address}`,
  );
  return exitCode;
}
