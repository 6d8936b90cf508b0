import type { Command } from 'commander';

import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';

export function addDoctorCommands(program: Command, { run }: CommandHost): void {
  const doctor = program
    .command('doctor')
    .description('look at everything that Curfew rests on, and say what to do about what is wrong')
    .option(
      '--trial',
      'try an AWS account and a key of the platform before a deployment: on temporary tables, and with one mail',
    );
  addTrialOptions(doctor)
    .addHelpText(
      'after',
      examples(
        'doctor',
        'doctor --deployment prod/acme --json',
        'doctor --trial --organization acme',
        'doctor --clean --min-age 0',
      ),
    )
    .action(async (options: { readonly trial?: boolean; readonly clean?: boolean }) =>
      run(async (context) => {
        if (options.trial !== true && options.clean !== true) {
          return (await import('./doctor.ts')).showHealth(context);
        }
        const { runTrialOn } = await import('./trial/run-trial.ts');
        return runTrialOn(context.io, { ...options, json: context.options.json === true });
      }),
    );
}

export function addTrialOptions(command: Command): Command {
  return command
    .option('--organization <name>', 'trial: addresses, region, sender and settings of curfew.config.ts')
    .option('--mail-from <email>', 'trial: the sender, where no organization is named')
    .option('--mail-to <email>', 'trial: who gets the one mail; otherwise SES’s own mailbox simulator')
    .option('--default-budget <credits>', 'trial: the budget a month that is tried on everyone; 990000 unless given')
    .option('--clean', 'find and delete what broken-off trials left behind, and do nothing else')
    .option('--min-age <minutes>', 'with --clean: only of trials that are at least this old; 30 unless given')
    .option('--yes', 'trial: do not ask');
}
