import type { Command } from 'commander';
import { commandContext, type CommonOptions } from '../frame/command-context.ts';
import { acknowledgeOne } from './controls-ack.ts';
import { approveOne, showBaseline } from './controls-baseline.ts';
import { diffTwo } from './controls-diff.ts';
import { exportEvidence, type ExportOptions } from './controls-export.ts';
import { listControls, type ControlsListOptions } from './controls-list.ts';
import { showControls } from './controls-show.ts';
import { verifyEvidence } from './controls-verify.ts';
import { addOneException, endOneException, listExceptions } from './exceptions.ts';
import { exceptionRecord } from '../../shared/contracts/records/control-exception.ts';
import { addFields } from '../records/record-options.ts';
import { diffHelp, exceptionHelp, verifyHelp } from './controls-help.ts';
import { addCommand, type CommandHost } from '../frame/add-command.ts';

/** `controls …` and `exceptions …`. */
export function addControlsCommands(program: Command, frame: CommandHost, count: (text: string) => number): void {
  const controls = program.command('controls').description('see who changed which control, and prove it');
  addRevisionCommands(controls, frame, count);
  addBaselineCommands(controls.command('baseline').description('the controls as they were approved'), frame);
  addEvidenceCommands(controls, frame);
  addExceptionCommands(
    program.command('exceptions').description('leave for a control to be other than approved, for a time'),
    frame,
  );
}

function addRevisionCommands(controls: Command, { io, perform }: CommandHost, count: (text: string) => number): void {
  addCommand(controls, 'list')
    .description('the newest stored revisions, and what each changed')
    .option('--from <day>', 'made on this day or later, UTC')
    .option('--to <day>', 'made on this day or earlier, UTC')
    .option('--limit <count>', 'at most so many', count, 50)
    .action((options: CommonOptions & ControlsListOptions) =>
      perform(listControls(commandContext(io, options), options)),
    );
  addCommand(controls, 'show')
    .description('one revision: who made it, what it changed and what that means')
    .argument('<revision>', 'its number')
    .action((revision: string, options: CommonOptions) => perform(showControls(commandContext(io, options), revision)));
  addCommand(controls, 'diff')
    .description('what leads from one revision or file of settings to another, the worst first')
    .argument('<a>', 'a revision or a JSON file')
    .argument('<b>', 'a revision or a JSON file')
    .addHelpText('after', diffHelp)
    .action(async (...[a, b, options]: [string, string, CommonOptions]) =>
      perform(diffTwo(commandContext(io, options), a, b)),
    );
  addCommand(controls, 'ack')
    .description('say that a change was looked at, and why it is as it should be')
    .argument('<what>', 'a revision such as 42, several such as 42-48, or the id of an alarm')
    .requiredOption('--reason <text>', 'why')
    .action((what: string, options: CommonOptions & { readonly reason: string }) =>
      perform(acknowledgeOne(commandContext(io, options), what, options)),
    );
}

function addBaselineCommands(baseline: Command, { io, perform }: CommandHost): void {
  addCommand(baseline, 'show')
    .description('what is approved, and where the controls are not so now')
    .action((options: CommonOptions) => perform(showBaseline(commandContext(io, options))));
  addCommand(baseline, 'approve')
    .description('approve settings: every deviation from them is told from the next run on')
    .argument('<what>', 'a revision or a JSON file of settings')
    .action((what: string, options: CommonOptions) => perform(approveOne(commandContext(io, options), what)));
}

function addEvidenceCommands(controls: Command, { io, perform }: CommandHost): void {
  addCommand(controls, 'verify')
    .description('prove that no evidence was changed since it was recorded')
    .option('--head <seq:hash>', 'a link that was kept elsewhere; may be repeated', collected, [])
    .addHelpText('after', verifyHelp)
    .action((options: CommonOptions & { readonly head: readonly string[] }) =>
      perform(verifyEvidence(commandContext(io, options), options.head)),
    );
  addCommand(controls, 'export')
    .description('write the evidence of a period as HTML, CSV and JSON, with the chain and a manifest of hashes')
    .requiredOption('--from <day>', 'first day, UTC')
    .requiredOption('--to <day>', 'last day, UTC')
    .option('--control <id>', 'such as CC6.1 or A.8.9, CC6 for all of its parts; may be repeated', collected, [])
    .requiredOption('--out <dir>', 'the folder for the files')
    .action((options: CommonOptions & ExportOptions) => perform(exportEvidence(commandContext(io, options), options)));
}

function addExceptionCommands(exceptions: Command, { io, perform }: CommandHost): void {
  addFields(addCommand(exceptions, 'add'), exceptionRecord)
    .description('let a control deviate from the baseline for a time; its end is reported')
    .addHelpText('after', exceptionHelp)
    .action((control: string, options: CommonOptions) =>
      perform(addOneException(commandContext(io, options), { words: [control], options: { ...options } })),
    );
  addCommand(exceptions, 'list')
    .description('exceptions in force or to come')
    .option('--all', 'those that are over too')
    .action((options: CommonOptions & { readonly all?: boolean }) =>
      perform(listExceptions(commandContext(io, options), { all: options.all === true })),
    );
  addCommand(exceptions, 'end')
    .description('end an exception before it expires')
    .argument('<id>', 'as "exceptions list" shows it')
    .action((id: string, options: CommonOptions) => perform(endOneException(commandContext(io, options), id)));
}

function collected(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
