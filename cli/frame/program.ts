import { Command } from 'commander';

import { usualStateDir } from '../../local/state/state-dir.ts';
import { addBacktestCommands } from '../backtest/backtest-commands.ts';
import { addCalendarCommand } from '../calendar/calendar-commands.ts';
import { addCapCommands } from '../caps/cap-commands.ts';
import { addConsoleCommands } from '../console/console-commands.ts';
import { addDoctorCommands } from '../doctor/doctor-commands.ts';
import { addExportCommand } from '../exports/export-commands.ts';
import { addMetricsCommand } from '../metrics/metrics-commands.ts';
import { addRestoreCommand } from '../restore/restore-commands.ts';
import { addRecordCommands } from '../runs/record-commands.ts';
import { addRunCommands } from '../runs/run-commands.ts';
import { addSettingsCommands } from '../settings/settings-commands.ts';
import { addStatusCommands } from '../status/status-commands.ts';
import { addSuggestCommand } from '../suggest/suggest-commands.ts';
import type { CommandHost } from './command-host.ts';
import { completionScript, shells, type Shell } from './completion-script.ts';
import { deploymentVariable } from './connection/chosen-installation.ts';
import type { GroupName } from './groups.ts';
import { withNearestChoice } from './nearest-choice.ts';
import { versionOfThis } from './version.ts';

/** A group of commands: what stands under it is loaded once it is named. */
function group(name: GroupName, description: string): AddRoom {
  return async (program, host, isNamed) => {
    const command = program.command(name).description(description);
    if (isNamed(name)) {
      (await import('./groups.ts')).groups[name](command, host);
    }
  };
}

type AddRoom = (program: Command, host: CommandHost, isNamed: (name: string) => boolean) => Promise<void> | void;

/** The hook runs at each step of an agent: it is loaded without the other groups. */
async function addHook(program: Command, host: CommandHost, isNamed: (name: string) => boolean): Promise<void> {
  const hook = program
    .command('hook')
    .description('tell Curfew which session is yours, and see what is left while you work');
  if (isNamed('hook')) {
    (await import('../hook/hook-commands.ts')).addHookCommands(hook, host);
  }
}

/** Every room of commands, in the order in which the help names them. */
const rooms: readonly AddRoom[] = [
  addStatusCommands,
  addConsoleCommands,
  addRunCommands,
  group('budgets', 'see and change the budgets'),
  group('teams', 'see and change the teams'),
  group('topup', 'give a user or a team extra credits for some days'),
  group('exempt', 'keep a user’s limit unchanged until a day'),
  group('alerts', 'list the alerts, and acknowledge them'),
  group('channels', 'where alerts go beside mail: Slack, Teams, PagerDuty, a webhook, an event bus, Security Hub'),
  group('sessions', 'see sessions, their costs, and what is done about them'),
  group('fleet', 'see and change the list of computers, and have done what it asks for'),
  group('readiness', 'how ready repositories are for agents: regressions, trends, targets'),
  group('requests', 'requests for more credits: see them, decide on them, and rules that do'),
  addHook,
  addRecordCommands,
  addCapCommands,
  addExportCommand,
  addMetricsCommand,
  addCalendarCommand,
  group('controls', 'see who changed which control, and prove it'),
  group('exceptions', 'allow a control to deviate from the baseline for a time'),
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

/** All commands by name and help; a run loads its code. Errors of usage are thrown by commander as CommanderError. */
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
      outputError: (text, write) => write(withNearestChoice(text)),
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
  return program.addHelpText('after', '\nExamples:\n  $ npx curfew caps\n  $ npx curfew caps --help');
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
