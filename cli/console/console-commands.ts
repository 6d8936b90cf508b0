import type { Command } from 'commander';

import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { ConsoleOptions } from './console.ts';

const consoleHelp = `
The link signs one browser in, once, within the hour. With --as the demo is seen as one of
its people: such as viewer@acme.example, or anybody on the roster.
${examples('console', 'console --as viewer@acme.example')}`;

/** The command that gives a link to the console. */
export function addConsoleCommands(program: Command, { run }: CommandHost): void {
  program
    .command('console')
    .description('a link that opens the console of the installation that runs')
    .option('--as <email>', 'of the demo: as another person')
    .addHelpText('after', consoleHelp)
    .action(async (options: ConsoleOptions) =>
      run(async (context) => (await import('./console.ts')).showConsoleLink(context, options)),
    );
}
