import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { addAlertCommands } from '../alerts/alert-commands.ts';
import { addBacktestCommands } from '../backtest/backtest-commands.ts';
import { addBudgetCommands } from '../budgets/budget-commands.ts';
import { addCapCommands } from '../caps/cap-commands.ts';
import { addControlsCommands } from '../controls/controls-commands.ts';
import { addGrantCommands } from '../grants/grant-commands.ts';
import { addRecordCommands, addRunCommands } from '../runs/run-commands.ts';
import { addSettingsCommands } from '../settings/settings-commands.ts';
import { addTeamCommands } from '../teams/team-commands.ts';
import { deploymentVariable, usualStateDir } from './chosen-installation.ts';
import type { AddCommands, CommandHost } from './command-host.ts';

/** Every room of commands, in the order in which the help names them. */
const rooms: readonly AddCommands[] = [
  addRunCommands,
  addBudgetCommands,
  addTeamCommands,
  addGrantCommands,
  addAlertCommands,
  addRecordCommands,
  addCapCommands,
  addControlsCommands,
  addBacktestCommands,
  addSettingsCommands,
];

/** Where the program writes what it says by itself: help, version and what was wrong with a command line. */
export interface ProgramOutput {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly columns?: number | undefined;
}

/**
 * The tree of all commands: names and help alone, the code of a command is loaded when it runs. Errors of usage are
 * thrown by commander as CommanderError.
 */
export function curfewProgram(host: CommandHost, { writeOut, writeError, columns = 80 }: ProgramOutput): Command {
  const program = new Command('curfew')
    .description('Keeps an organization that runs coding agents inside its credit budgets and its controls.')
    .version(versionOfThis(), '--version', 'show the version')
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: writeError,
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    })
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
    .showHelpAfterError('Add --help to see how the command is used.');
  addGlobalOptions(program);
  rooms.forEach((addCommands) => addCommands(program, host));
  program
    .command('completion')
    .description('print a script that completes commands in a shell: zsh, bash, fish or powershell')
    .argument('<shell>')
    .addHelpText('after', '\nExample:\n  $ source <(curfew completion bash)');
  return program.addHelpText('after', '\nExamples:\n  $ curfew caps\n  $ curfew caps --help');
}

/** They may stand anywhere in the line. */
function addGlobalOptions(command: Command): void {
  command
    .option('--json', 'one JSON document on standard output, and nothing else there')
    .option('--state <dir>', `the installation on this machine (default: "${usualStateDir}")`)
    .option('--deployment <stage/organization>', `a deployment in AWS instead (or ${deploymentVariable})`);
}

/** Completes commands in a shell. Last, since it reads the tree as it stands; it knows no global options. */
export async function addCompletion(program: Command): Promise<void> {
  const { default: completion } = await import('@bomb.sh/tab/commander');
  const commands = program.commands as Command[];
  commands.splice(
    commands.findIndex((command) => command.name() === 'completion'),
    1,
  );
  leavesOf(program).forEach(addGlobalOptions);
  completion(program, { completionCommandName: 'completion' });
}

function leavesOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function versionOfThis(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  return /"version": "([^"]+)"/u.exec(text)?.[1] ?? 'unknown';
}
