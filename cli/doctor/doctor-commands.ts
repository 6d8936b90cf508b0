import type { Command } from 'commander';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addTrialOptions } from './trial/options.ts';

/** `doctor`. */
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
        const [{ runTrial }, { trialIo }] = await Promise.all([
          import('./trial/run-trial.ts'),
          import('./trial/terminal-io.ts'),
        ]);
        return runTrial({ ...options, json: context.options.json === true }, trialIo(context.io));
      }),
    );
}
