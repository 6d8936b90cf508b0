import type { Command } from 'commander';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { addExemption, type ExemptOptions } from './exempt-add.ts';
import { endUserExemptions } from './exempt-end.ts';
import { listExemptions } from './exempt-list.ts';
import { addTopUp, type TopUpOptions } from './topup-add.ts';
import { endOneTopUp } from './topup-end.ts';
import { listTopUps } from './topup-list.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';

interface ListOptions {
  readonly all?: boolean;
}

/** `topup …` and `exempt …`. */
export function addGrantCommands(program: Command, frame: CommandHost): void {
  addTopUpCommands(program.command('topup').description('give a user or a team extra credits for some days'), frame);
  addExemptionCommands(program.command('exempt').description('leave a user alone until a day'), frame);
}

function addTopUpCommands(topup: Command, { io, perform }: CommandHost): void {
  addCommand(topup, 'add')
    .description(
      'add credits to every own budget of a user, or of a team, in the window of each day from the first to the last',
    )
    .argument('<who>', 'an email, or team:NAME')
    .argument('<credits>', 'a whole number of credits, 1 or more')
    .requiredOption('--reason <text>', 'why')
    .option('--from <day>', 'first day, UTC; today unless given')
    .option('--to <day>', 'last day, UTC; the last day of the platform’s window unless given')
    .action(async (...[who, credits, options]: [string, string, CommonOptions & TopUpOptions]) =>
      perform(addTopUp(commandContext(io, options), { who, credits }, options)),
    );
  addCommand(topup, 'list')
    .description('top-ups in force or to come')
    .argument('[who]', 'of this email or team:NAME only')
    .option('--all', 'those that are over or ended too')
    .action((who: string | undefined, options: CommonOptions & ListOptions) =>
      perform(listTopUps(commandContext(io, options), { who, all: options.all === true })),
    );
  addCommand(topup, 'end')
    .description('end a top-up before its last day')
    .argument('<id>', 'as "topup list" shows it')
    .action((id: string, options: CommonOptions) => perform(endOneTopUp(commandContext(io, options), id)));
}

function addExemptionCommands(exempt: Command, { io, perform }: CommandHost): void {
  addCommand(exempt, 'add')
    .description('leave a user’s limit as it is through a day; the night after it they are capped again')
    .argument('<email>', 'whose')
    .requiredOption('--until <day>', 'last day, UTC')
    .requiredOption('--reason <text>', 'why')
    .action((email: string, options: CommonOptions & ExemptOptions) =>
      perform(addExemption(commandContext(io, options), email, options)),
    );
  addCommand(exempt, 'list')
    .description('who is exempt, and until when')
    .option('--all', 'exemptions that are over or ended too')
    .action((options: CommonOptions & ListOptions) =>
      perform(listExemptions(commandContext(io, options), { all: options.all === true })),
    );
  addCommand(exempt, 'end')
    .description('end every exemption of a user')
    .argument('<email>', 'whose')
    .action((email: string, options: CommonOptions) => perform(endUserExemptions(commandContext(io, options), email)));
}
