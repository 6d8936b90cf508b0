import type { Command } from 'commander';

import { collected, examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { endAnnouncement, listAnnouncements, announceOne } from './allowances.ts';

const announceHelp = `
PATH is a path as mails and "npx curfew controls show" print it; all under it is meant as
well, and * stands for anything. A change that goes further, in its entries, its
direction, its author or its time, is reported for what goes further.

Example:
  $ npx curfew controls announce sandbox.network.allowedDomains --to cdn.example.com \\
      --ticket SEC-12 --until 2026-04-30 --by ann@example.com`;

/** `controls announce` and `controls announcements …`. */
export function addAnnouncementCommands(controls: Command, { run }: CommandHost): void {
  // The record itself is loaded when the command runs: whoever reads help does not wait for it.
  controls
    .command('announce')
    .argument('<path>', 'the path of the control')
    .option('--direction <direction>', 'loosened, tightened or changed; any unless given')
    .option('--to <value>', 'an entry that comes or goes, or the new value, exactly; may be repeated', collected, [])
    .option('--by <email>', 'who will make the change; anybody unless given')
    .requiredOption('--ticket <id>', 'where it was decided')
    .option('--note <text>', 'why')
    .requiredOption('--until <time>', 'a day, meant to its end, or an instant, UTC')
    .description('announce a change before it is made: it is reported as announced, with its ticket')
    .addHelpText('after', announceHelp)
    .action(async (path: string, options: object) =>
      run(async (context) => announceOne(context, { words: [path], options: { ...options } })),
    );
  const announcements = controls.command('announcements').description('changes that were announced');
  announcements
    .command('list')
    .description('what is announced, and which revisions were made under it')
    .option('--all', 'those that are over too')
    .addHelpText('after', examples('controls announcements list --all'))
    .action(async (options: { readonly all?: boolean }) =>
      run(async (context) => listAnnouncements(context, { all: options.all === true })),
    );
  announcements
    .command('end')
    .description('take an announcement back')
    .argument('<id>', 'as "npx curfew controls announcements list" shows it')
    .addHelpText('after', examples('controls announcements end 1k2m9xq0p3'))
    .action(async (id: string) => run(async (context) => endAnnouncement(context, id)));
}
