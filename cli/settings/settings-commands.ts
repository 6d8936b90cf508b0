import type { Command } from 'commander';

import { addImpactOptions, type ImpactOptions } from '../frame/arguments.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';

const work = async () => import('./settings.ts');

export function addSettingsCommands(program: Command, host: CommandHost): void {
  const settings = program
    .command('settings')
    .description('see and change the settings: admins, mail, tolerances, guards, pools');
  addReads(settings, host);
  addEdits(settings, host);
}

function addReads(settings: Command, { run }: CommandHost): void {
  settings
    .command('show')
    .description('every setting: its value, whether it is set or the default, and what it is for')
    .argument('[name]', 'one setting, or a name that several stand under, such as pools')
    .addHelpText('after', examples('settings show', 'settings show pools', 'settings show --json'))
    .action(async (name: string | undefined) => run(async (context) => (await work()).showSettings(context, name)));
  settings
    .command('history')
    .description('every version of the settings: who, when, how, before and after')
    .addHelpText('after', examples('settings history'))
    .action(async () => run(async (context) => (await work()).showHistory(context)));
  settings
    .command('validate')
    .description('check every setting of a file; nothing is changed')
    .argument('[file]', 'a file of settings; that of the installation unless given; - is standard input')
    .addHelpText('after', examples('settings validate', 'settings validate settings.yaml'))
    .action(async (file: string | undefined) => run(async (context) => (await work()).validateSettings(context, file)));
}

function addEdits(settings: Command, { runBeginning }: CommandHost): void {
  settings
    .command('init')
    .description('write a file of settings in which each is explained; one that is there stays')
    .addHelpText('after', examples('settings init', 'settings init --state /var/lib/curfew'))
    .action(async () => runBeginning(async (context) => (await work()).initSettings(context)));
  addImpactOptions(
    settings
      .command('set')
      .description('change one setting, once its impact on limits is shown; comments of the file stay')
      .argument('<name>', 'as "npx curfew settings show" names it, such as pools.settleDays')
      .argument('[value]', 'a number, a text, texts separated by ; or a list as JSON')
      .option('--default', 'take it out, so that its default counts'),
  )
    .addHelpText(
      'after',
      examples(
        'settings set admins "ana@example.com;bo@example.com"',
        'settings set blastRadius.blockedUsersMax 25',
        'settings set limitCeilingCredits 5M --dry-run',
        'settings set limitCeilingCredits --default',
      ),
    )
    .action(async (name: string, value: string | undefined, options: ImpactOptions & { readonly default?: boolean }) =>
      runBeginning(async (context) =>
        (await work()).setSetting(context, {
          name,
          value,
          isDefault: options.default === true,
          options,
        }),
      ),
    );
}
