import { Argument, Option, type Command } from 'commander';

import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import { capital } from '../../shared/kernel/texts/some-names.ts';
import { dayText } from '../../shared/kernel/time/day.ts';
import { alertKinds, alertStatuses, type AlertKind, type AlertStatus } from '../../shared/notifications/topics.ts';
import { dayIn } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { printAnswer, rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { withApi } from '../frame/connection/with-api.ts';
import type { ExitCode } from '../frame/exit-codes.ts';
import { describeAlertRows, describeAlerts, describeMutes, describeUnreachable } from './alert-tables.ts';

interface AlertListOptions {
  readonly kind?: AlertKind;
  /** Acknowledged ones too, and every row. */
  readonly all?: boolean;
  readonly status?: AlertStatus;
}

const ackHelp = `
No mail is sent about an acknowledged alert until it changes (another threshold,
another form, it comes back after it was resolved) or the day of --until has passed.
The mail then says that it was acknowledged, by whom and why. The journal keeps who
and why; for alerts about the history of the controls, the evidence does too.

Examples:
  $ npx curfew alerts list
  $ npx curfew alerts ack 1k2m9xq0p3 --reason "load test, agreed with finance" --until 2026-03-31`;

const muteHelp = `
No mail is sent about a muted alert, and lists leave it out and say how many they leave
out. Critical alerts and evidence about the controls are never muted, and people hear of
their own credits. On the day after the last one the alerts that are still open come back.
${examples('alerts mute computer-unlisted --until 2026-03-31 --reason "the fleet list follows"', 'alerts mute budget-use --subject ana@example.com --until 2026-03-31 --reason "agreed with finance"')}`;

const clearHelp = `
Mail for an address that bounced or complained goes to others until it is cleared.
Correct what was wrong first, and take the address off the suppression list of SES:
otherwise the next mail comes back, and the address is noted again.

Example:
  $ npx curfew alerts unreachable clear ann@example.com`;

export function addAlertCommands(alerts: Command, host: CommandHost): void {
  const { run } = host;
  alerts
    .command('list')
    .description('the open alerts: the most severe first, then those that stop people; many of a kind are one row')
    .option('--all', 'the acknowledged ones too, and every row')
    .addOption(new Option('--kind <kind>', 'only alerts of this kind, a row for each').choices(alertKinds))
    .addOption(new Option('--status <word>', 'only these').choices(alertStatuses))
    .addHelpText(
      'after',
      examples('alerts list --all', 'alerts list --kind stopped', 'alerts list --status acknowledged'),
    )
    .action(async ({ all = false, status, kind }: AlertListOptions) =>
      run(async (context) => {
        const given = { status: status ?? (all ? 'all' : 'open'), kind } as const;
        // Programs get each alert, people rows in which many of one kind are one.
        return context.options.json === true || all || kind !== undefined
          ? showAnswer(context, ['listAlerts', given], {
              text: ({ rows }, style) => describeAlerts(rows, style),
              notes: silentNotes,
              all,
              as: rowsOf,
            })
          : showAnswer(context, ['listAlertRows', given], {
              text: ({ rows, bySeverity }, style) => describeAlertRows(rows, bySeverity, style),
              notes: silentNotes,
            });
      }),
    );
  alerts
    .command('ack')
    .description('say that you have seen an alert, and why it is acceptable')
    .argument('<id>', 'as "npx curfew alerts list" shows it')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'last day, UTC, for which this counts; until the alert changes unless given')
    .addHelpText('after', ackHelp)
    .action(async (id: string, { reason, until }: { readonly reason: string; readonly until?: string }) =>
      run(async (context) => {
        const body = { reason, until: until === undefined ? undefined : dayIn('--until', until) };
        const span = until === undefined ? 'until it changes' : `through ${dayText(until)}, or until it changes`;
        return showAnswer(context, ['acknowledgeAlert', { alert: id, body }], {
          text: ({ headline }) => `Acknowledged ${span}: ${headline}`,
        });
      }),
    );
  addSilenceCommands(alerts, host);
  addUnreachableCommands(alerts, host);
}

/** How many alerts a list leaves out. */
function silentNotes(silent: Readonly<Record<'acknowledged' | 'snoozed' | 'muted', number>>): readonly string[] {
  return alertStatuses.flatMap((status) =>
    status === 'open' || silent[status] === 0
      ? []
      : [`${capital(status)}: ${silent[status]}; see "npx curfew alerts list --status ${status}".`],
  );
}

const untilHelp = 'last day, UTC';

function addSilenceCommands(alerts: Command, { run }: CommandHost): void {
  alerts
    .command('snooze')
    .description('silence one alert until it gets worse or a day has passed')
    .argument('<id>', 'as "npx curfew alerts list" shows it')
    .requiredOption('--until <day>', untilHelp)
    .requiredOption('--reason <text>', 'why')
    .addHelpText(
      'after',
      examples('alerts snooze 1k2m9xq0p3 --until 2026-03-31 --reason "fixed with the next release"'),
    )
    .action(async (id: string, { reason, until }: { readonly reason: string; readonly until: string }) =>
      run(async (context) =>
        showAnswer(context, ['acknowledgeAlert', { alert: id, body: { reason, until: dayIn('--until', until) } }], {
          text: ({ headline }) => `Snoozed through ${dayText(until)}, or until it gets worse: ${headline}`,
        }),
      ),
    );
  alerts
    .command('mute')
    .description('silence a kind of alerts, open and new ones, through a day')
    .addArgument(new Argument('<kind>', 'a kind of alert').choices(alertKinds))
    .option('--subject <text>', 'only alerts about this person, budget, computer, session or repository')
    .requiredOption('--until <day>', untilHelp)
    .requiredOption('--reason <text>', 'why')
    .addHelpText('after', muteHelp)
    .action(
      async (
        kind: AlertKind,
        { subject, reason, until }: { readonly subject?: string; readonly reason: string; readonly until: string },
      ) =>
        run(async (context) =>
          showAnswer(context, ['muteAlerts', { body: { kind, subject, reason, until: dayIn('--until', until) } }], {
            text: ({ id, alerts: count }) =>
              `Muted through ${dayText(until)}: ${counted(count, 'open alert')}, and new ones. End it with: npx curfew alerts unmute ${id}`,
          }),
        ),
    );
  alerts
    .command('mutes')
    .description('the mutes in force: kind, subject, reason and end')
    .addHelpText('after', examples('alerts mutes'))
    .action(async () =>
      run(async (context) =>
        showAnswer(context, ['listMutes', {}], { text: ({ rows }, style) => describeMutes(rows, style), as: rowsOf }),
      ),
    );
  alerts
    .command('unmute')
    .description('end a mute: the alerts that it silenced are open again')
    .argument('<id>', 'as "npx curfew alerts mutes" shows it')
    .addHelpText('after', examples('alerts unmute 0198c0de-0000-7000-8000-000000000000'))
    .action(async (id: string) =>
      run(async (context) =>
        showAnswer(context, ['unmuteAlerts', { mute: id }], {
          text: ({ kind, alerts: count }) => `No longer muted: ${kind}; ${counted(count, 'alert')} open again.`,
        }),
      ),
    );
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
