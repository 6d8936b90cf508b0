import type { Command } from 'commander';

import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';

const restoreHelp = `
The tables are copied once a day into the folder "backups" of the state folder; the last
four copies are kept. The tables that are there now are moved aside, not removed. What
was edited or recorded since the backup is not in it: the next run sends every limit
again, and the evidence of the controls ends before its last signed head, which is
reported once and has to be acknowledged.

Of a deployment, BACKUP is a table and --from the copy that DynamoDB has restored: its
items are put into the table, whose policy is off meanwhile, and read again. It takes
rights of your own to table and policy, and runs that are stopped: "Restoring a table"
in docs/operating.md.
${examples('restore', 'restore tables-2026-03-15T02-31-07Z.sqlite', 'restore /mnt/nas/tables.sqlite --yes', 'restore ledger --from restored --deployment prod/acme')}`;

/** `restore`: puts a backup of the tables back, on this machine. */
export function addRestoreCommand(program: Command, { run }: CommandHost): void {
  program
    .command('restore')
    .description('put a backup of the tables back, on this machine; or one table of a deployment')
    .argument(
      '[backup]',
      'its name in the folder of backups, or a path; the newest unless given. Of a deployment, a table',
    )
    .option('--from <table>', 'of a deployment: the table that has the items')
    .option('--yes', 'also where the present tables are sound')
    .addHelpText('after', restoreHelp)
    .action(async (backup: string | undefined, options: { readonly from?: string; readonly yes?: true }) =>
      run(async (context) => (await import('./restore.ts')).restore(context, { backup, ...options })),
    );
}
