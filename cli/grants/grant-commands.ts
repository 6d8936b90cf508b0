import type { Command } from 'commander';
import { examples } from '../frame/command-help.ts';
import type { CommandHost } from '../frame/command-host.ts';
import type { ExemptOptions } from './exempt-add.ts';
import type { TopUpOptions } from './topup-add.ts';

interface ListOptions {
  readonly all?: boolean;
}

/** `topup …` and `exempt …`. */
export function addGrantCommands(program: Command, host: CommandHost): void {
  addTopUpCommands(program.command('topup').description('give a user or a team extra credits for some days'), host);
  addExemptionCommands(program.command('exempt').description('leave a user’s limit as it is until a day'), host);
}

function addTopUpCommands(topup: Command, { run }: CommandHost): void {
  topup
    .command('add')
    .description(
      'add credits to every own budget of a user, or of a team, in the window of each day from the first to the last',
    )
    .argument('<who>', 'an email, or team:NAME')
    .argument('<credits>', 'a whole number of credits, 1 or more, such as 5,000 or 250k')
    .requiredOption('--reason <text>', 'why')
    .option('--from <day>', 'first day, UTC; today unless given')
    .option('--to <day>', 'last day, UTC; the last day of the platform’s window unless given')
    .addHelpText('after', examples('topup add ana@example.com 5000 --reason "release week"'))
    .action(async (...[who, credits, options]: [string, string, TopUpOptions]) =>
      run(async (context) => (await import('./topup-add.ts')).addTopUp(context, { who, credits }, options)),
    );
  topup
    .command('list')
    .description('top-ups in force or to come')
    .argument('[who]', 'of this email or team:NAME only')
    .option('--all', 'those that ended too')
    .addHelpText('after', examples('topup list --all'))
    .action(async (who: string | undefined, options: ListOptions) =>
      run(async (context) => (await import('./topup-list.ts')).listTopUps(context, { who, all: options.all === true })),
    );
  topup
    .command('end')
    .description('end a top-up before its last day')
    .argument('<id>', 'as "topup list" shows it')
    .addHelpText('after', examples('topup end 1k2m9xq0p3'))
    .action(async (id: string) => run(async (context) => (await import('./topup-end.ts')).endOneTopUp(context, id)));
}

function addExemptionCommands(exempt: Command, { run }: CommandHost): void {
  exempt
    .command('add')
    .description('leave a user’s limit as it is through a day; the run after it caps them again')
    .argument('<email>', 'whose')
    .requiredOption('--until <day>', 'last day, UTC')
    .requiredOption('--reason <text>', 'why')
    .addHelpText('after', examples('exempt add ana@example.com --until 2026-12-31 --reason "incident"'))
    .action(async (email: string, options: ExemptOptions) =>
      run(async (context) => (await import('./exempt-add.ts')).addExemption(context, email, options)),
    );
  exempt
    .command('list')
    .description('who is exempt, and until when')
    .option('--all', 'exemptions that ended too')
    .addHelpText('after', examples('exempt list'))
    .action(async (options: ListOptions) =>
      run(async (context) => (await import('./exempt-list.ts')).listExemptions(context, { all: options.all === true })),
    );
  exempt
    .command('end')
    .description('end every exemption of a user')
    .argument('<email>', 'whose')
    .addHelpText('after', examples('exempt end ana@example.com'))
    .action(async (email: string) =>
      run(async (context) => (await import('./exempt-end.ts')).endUserExemptions(context, email)),
    );
}
