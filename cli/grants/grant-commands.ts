import type { Command } from 'commander';
import { exemptionRecord, topUpRecord } from '../../shared/contracts/records/grant.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { addFields, addKeyArguments } from '../records/record-options.ts';
import { addExemption, endUserExemptions, listExemptions } from './exemptions.ts';
import { addTopUp, endOneTopUp, listTopUps } from './top-ups.ts';

interface ListOptions {
  readonly all?: boolean;
}

/** `topup …` and `exempt …`. */
export function addGrantCommands(program: Command, frame: CommandHost): void {
  addTopUpCommands(program.command('topup').description('give a user or a team extra credits for some days'), frame);
  addExemptionCommands(program.command('exempt').description('leave a user alone until a day'), frame);
}

function addTopUpCommands(topup: Command, { io, perform }: CommandHost): void {
  addFields(addCommand(topup, 'add'), topUpRecord)
    .description(
      'add credits to every own budget of a user, or of a team, in the window of each day from the first to the last',
    )
    .action(async (...[who, credits, options]: [string, string, CommonOptions]) =>
      perform(addTopUp(commandContext(io, options), { words: [who, credits], options: { ...options } })),
    );
  addKeyArguments(addCommand(topup, 'list'), topUpRecord, [['scope', true]])
    .description('top-ups in force or to come')
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
  addFields(addCommand(exempt, 'add'), exemptionRecord)
    .description('leave a user’s limit as it is through a day; the run after it sets the limit again')
    .action((email: string, options: CommonOptions) =>
      perform(addExemption(commandContext(io, options), { words: [email], options: { ...options } })),
    );
  addCommand(exempt, 'list')
    .description('who is exempt, and until when')
    .option('--all', 'exemptions that are over or ended too')
    .action((options: CommonOptions & ListOptions) =>
      perform(listExemptions(commandContext(io, options), { all: options.all === true })),
    );
  addKeyArguments(addCommand(exempt, 'end'), exemptionRecord, [['email', false]])
    .description('end every exemption of a user')
    .action((email: string, options: CommonOptions) => perform(endUserExemptions(commandContext(io, options), email)));
}
