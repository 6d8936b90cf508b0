import type { Command } from 'commander';

import { announcementRecord } from '../../shared/controls/contract/announcement.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addRecordCommands } from '../records/record-commands.ts';
import { addFields } from '../records/record-options.ts';
import { endAnnouncement, listAnnouncements, announceOne } from './allowances.ts';

const announceHelp = `
PATH is a path as mails and "npx curfew controls show" print it; all under it is meant as
well, and * stands for anything. A change that goes further, in its entries, its
direction, its author or its time, is reported for what goes further.

Example:
  $ npx curfew controls announce sandbox.network.allowedDomains --to cdn.example.com \\
      --ticket SEC-12 --until 2026-04-30 --by ann@example.com`;

export function addAnnouncementCommands(controls: Command, host: CommandHost): void {
  addFields(controls.command('announce'), announcementRecord)
    .description('announce a change before it is made: it is reported as announced, with its ticket')
    .addHelpText('after', announceHelp)
    .action(async (path: string, options: object) =>
      host.run(async (context) => announceOne(context, { words: [path], options: { ...options } })),
    );
  addRecordCommands(controls.command('announcements').description('changes that were announced'), host, {
    record: announcementRecord,
    key: ['pattern'],
    path: 'controls announcements',
    shows: 'nothing',
    takes: { end: 'id' },
    help: {
      list: 'what is announced, and which revisions were made under it',
      all: 'those that are over too',
      end: 'take an announcement back',
    },
    examples: { list: ['--all'], end: ['1k2m9xq0p3'] },
    run: { list: listAnnouncements, end: endAnnouncement },
  });
}
