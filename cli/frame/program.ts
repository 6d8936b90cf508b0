import { Command } from 'commander';

import { usualStateDir } from '../../local/state/state-dir.ts';
import { addAlertCommands } from '../alerts/alert-commands.ts';
import { addBacktestCommands } from '../backtest/backtest-commands.ts';
import { addCapCommands } from '../caps/cap-commands.ts';
import { addConsoleCommands } from '../console/console-commands.ts';
import { addControlsCommands } from '../controls/controls-commands.ts';
import { addDoctorCommands } from '../doctor/doctor-commands.ts';
import { addRestoreCommand } from '../restore/restore-commands.ts';
import { addRecordCommands } from '../runs/record-commands.ts';
import { addRunCommands } from '../runs/run-commands.ts';
import { addSessionCommands } from '../sessions/session-commands.ts';
import { addSettingsCommands } from '../settings/settings-commands.ts';
import { addStatusCommands } from '../status/status-commands.ts';
import { addSuggestCommand } from '../suggest/suggest-commands.ts';
import type { CommandHost } from './command-host.ts';
import { completionScript, shells, type Shell } from './completion-script.ts';
import { deploymentVariable } from './connection/chosen-installation.ts';
import { versionOfThis } from './version.ts';

/** Commands that take the fields of records. The schemas of these take longer to load than most commands. */
function loadedWhenNamed(
  name: string,
  description: string,
  load: () => Promise<(command: Command, host: CommandHost) => void>,
): AddRoom {
  return async (program, host, isNamed) => {
    const command = program.command(name).description(description);
    if (isNamed(name)) {
      (await load())(command, host);
    }
  };
}

type AddRoom = (program: Command, host: CommandHost, isNamed: (name: string) => boolean) => Promise<void> | void;

/** Every room of commands, in the order in which the help names them. */
const rooms: readonly AddRoom[] = [
  addStatusCommands,
  addConsoleCommands,
  addRunCommands,
  loadedWhenNamed(
    'budgets',
    'see and change the budgets',
    async () => (await import('../budgets/budget-commands.ts')).addBudgetCommands,
  ),
  loadedWhenNamed(
    'teams',
    'see and change the teams',
    async () => (await import('../teams/team-commands.ts')).addTeamCommands,
  ),
  loadedWhenNamed(
    'topup',
    'give a user or a team extra credits for some days',
    async () => (await import('../grants/grant-commands.ts')).addTopUpCommands,
  ),
  loadedWhenNamed(
    'exempt',
    'leave a user’s limit as it is until a day',
    async () => (await import('../grants/grant-commands.ts')).addExemptionCommands,
  ),
  addAlertCommands,
  addSessionCommands,
  loadedWhenNamed(
    'fleet',
    'see and change the list of computers, and have done what it asks for',
    async () => (await import('../fleet/fleet-commands.ts')).addFleetCommands,
  ),
  loadedWhenNamed(
    'readiness',
    'how ready repositories are for agents: regressions, trends, targets',
    async () => (await import('../readiness/readiness-commands.ts')).addReadinessCommands,
  ),
  loadedWhenNamed(
    'requests',
    'requests for more credits: see them, decide on them, and rules that do',
    async () => (await import('../requests/request-commands.ts')).addRequestCommands,
  ),
  loadedWhenNamed(
    'hook',
    'tell Curfew which session is yours, and see what is left while you work',
    async () => (await import('../hook/hook-commands.ts')).addHookCommands,
  ),
  addRecordCommands,
  addCapCommands,
  addControlsCommands,
  loadedWhenNamed(
    'exceptions',
    'allow a control to deviate from the baseline for a time',
    async () => (await import('../controls/exception-commands.ts')).addExceptionCommands,
  ),
  addSuggestCommand,
  addBacktestCommands,
  addSettingsCommands,
  addDoctorCommands,
  addRestoreCommand,
];

/** Where the program writes what it says by itself: help, version and what was wrong with a command line. */
interface ProgramOutput {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  readonly columns?: number | undefined;
  /** Whether a command is wanted by name; all are unless given. */
  readonly isNamed?: (name: string) => boolean;
}

/**
 * The tree of all commands: names and help alone, the code of a command is loaded when it runs. Errors of usage are
 * thrown by commander as CommanderError.
 */
export async function curfewProgram(
  host: CommandHost,
  { writeOut, writeError, columns = 80, isNamed = () => true }: ProgramOutput,
): Promise<Command> {
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
  for (const addRoom of rooms) {
    await addRoom(program, host, isNamed);
  }
  program
    .command('completion')
    .description('print a script that completes commands, after npx too, in a shell: bash, zsh or fish')
    .addArgument(program.createArgument('<shell>').choices(shells))
    .addHelpText('after', completionHelp)
    .action((shell: Shell) => writeOut(completionScript(shell)));
  return program.addHelpText('after', '\nExamples:\n  $ curfew caps\n  $ curfew caps --help');
}

/** They may stand anywhere in the line. */
function addGlobalOptions(command: Command): void {
  command
    .option('--json', 'one JSON document on standard output, and nothing else there')
    .option('--state <dir>', `the installation on this machine (default: "${usualStateDir}")`)
    .option('--deployment <stage/organization>', `a deployment in AWS instead (or ${deploymentVariable})`);
}

const completionHelp = `
Examples:
  $ source <(npx curfew completion bash)
  $ npx curfew completion bash >> ~/.bashrc
  $ npx curfew completion zsh >> ~/.zshrc
  $ npx curfew completion fish > ~/.config/fish/completions/curfew.fish`;

/** Answers what scripts of completion ask. Last, since it reads the tree as it stands; it knows no global options. */
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
