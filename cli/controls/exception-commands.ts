import type { Command } from 'commander';

import { exceptionRecord } from '../../shared/controls/contract/control-exception.ts';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import { addFields } from '../records/record-options.ts';
import { endException, listExceptions, addOneException } from './allowances.ts';

const exceptionHelp = `
CONTROL is a path as mails and "npx curfew controls show" print it; all under it is meant as
well, and * stands for anything: sandbox, customModels[].baseUrl.

Example:
  $ npx curfew exceptions add sandbox.network.allowedDomains --owner ann@example.com \\
      --ticket SEC-12 --until 2026-04-30 --reason "vendor migration"`;

/** `exceptions …`. */
export function addExceptionCommands(exceptions: Command, { run }: CommandHost): void {
  addFields(exceptions.command('add'), exceptionRecord)
    .description('let a control deviate from the baseline for a time; its end is reported')
    .addHelpText('after', exceptionHelp)
    .action(async (control: string, options: object) =>
      run(async (context) => addOneException(context, { words: [control], options: { ...options } })),
    );
  exceptions
    .command('list')
    .description('exceptions in force or to come')
    .option('--all', 'those that ended too')
    .addHelpText('after', examples('exceptions list'))
    .action(async (options: { readonly all?: boolean }) =>
      run(async (context) => listExceptions(context, { all: options.all === true })),
    );
  exceptions
    .command('end')
    .description('end an exception before it expires')
    .argument('<id>', 'as "npx curfew exceptions list" shows it')
    .addHelpText('after', examples('exceptions end 1k2m9xq0p3'))
    .action(async (id: string) => run(async (context) => endException(context, id)));
}
