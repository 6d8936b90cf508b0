import type { Command } from 'commander';

import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';

const work = async () => import('./calendar.ts');

const calendarHelp = `
An iCalendar file of whole days in UTC; imported again, it updates its own events. It has what
you may see: a lead the own teams, and exceptions of controls with the right to read everything.
${examples('calendar --out curfew.ics', 'calendar --json')}`;

const urlHelp = `
Subscribe to it in your calendar app. Each poll looks up your rights. Admins list and revoke
addresses with "npx curfew hook tokens".
${examples('calendar url')}`;

export function addCalendarCommand(program: Command, { run }: CommandHost): void {
  const calendar = program
    .command('calendar')
    .description('coming resets, and ends of budgets, top-ups, exemptions and exceptions, for a calendar')
    .option('--out <file>', 'a file, written as a whole or not at all; standard output unless given')
    .addHelpText('after', calendarHelp)
    .action(async ({ out }: { readonly out?: string }) =>
      run(async (context) => (await work()).writeCalendar(context, out)),
    );
  calendar
    .command('url')
    .description('make an address that your calendar app polls')
    .addHelpText('after', urlHelp)
    .action(async () => run(async (context) => (await work()).makeAddress(context)));
  calendar
    .command('revoke')
    .description('revoke every address of your calendar')
    .addHelpText('after', examples('calendar revoke'))
    .action(async () => run(async (context) => (await work()).revokeAddresses(context)));
}
