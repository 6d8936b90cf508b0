import type { Config } from '../config.ts';
import { releaseDataContext } from '../release-data.ts';
import { stackNames } from '../stack-names.ts';
import { type CommandIo, type ExitCode, isConfirmed, readyConfig } from './command-io.ts';

const capsRemain =
  'The caps that Curfew has set stay in force on the platform without it: lift them first (docs/operating.md, Leaving).';

/**
 * Deletes an organization's stacks. With `keepData` its tables, secrets and mail stack stay for a new deployment;
 * otherwise they are deleted too, after its name is typed, even with `yes`.
 */
export async function runDestroy(
  io: CommandIo,
  options: {
    readonly keepData: boolean;
    readonly yes: boolean;
    /** Required when there are several. */
    readonly organization?: string;
  },
): Promise<ExitCode> {
  const readiness = await readyConfig(io);
  if (readiness.kind === 'refused') {
    io.say(readiness.message);
    return readiness.exitCode;
  }
  const name = organizationOf(readiness.config, options.organization);
  if (name === undefined) {
    io.say('Name the organization: --organization NAME, one of those in curfew.config.ts.');
    return 2;
  }
  const needsAnswer = !(options.keepData && options.yes);
  if (needsAnswer && io.ask === undefined) {
    io.say('There is no terminal to confirm on: run this on a terminal; --yes is enough with --keep-data only.');
    return 2;
  }
  io.say(capsRemain);
  if (needsAnswer && io.ask !== undefined && !(await isWanted(io.ask, name, options.keepData))) {
    io.say('Nothing was destroyed.');
    return 1;
  }
  return runSteps(io, stepsOf(readiness.config, name, options.keepData));
}

function organizationOf({ organizations }: Config, asked: string | undefined): string | undefined {
  const names = organizations.map(({ name }) => name);
  const wanted = asked ?? (names.length === 1 ? names[0] : undefined);
  return names.find((name) => name === wanted);
}

async function isWanted(ask: NonNullable<CommandIo['ask']>, name: string, keepData: boolean): Promise<boolean> {
  if (keepData) {
    return isConfirmed(ask, `Destroy the functions, schedules, alarms and console of ${name}, and keep its data?`);
  }
  const typed = await ask(
    `This deletes ALL tables of ${name} (ledger, budgets, journal, evidence) and its keys, for good.\n` +
      'Type the name of the organization to continue: ',
  );
  return typed.trim() === name;
}

/** CDK calls in order: each needs the previous one. */
function stepsOf(config: Config, name: string, keepData: boolean): readonly (readonly string[])[] {
  const { data, mail, jobs, watchdog, console: page } = stackNames(config.stage, name);
  const hasConsole = config.organizations.some((each) => each.name === name && each.console !== undefined);
  const first = [...(hasConsole ? [page] : []), watchdog, jobs];
  const assembly = ['--app', 'cdk.out', '--exclusively'];
  if (keepData) {
    return [
      ['synth', '--quiet'],
      // The mail stack holds only an identity, which a new stack cannot create again.
      ['destroy', ...first, ...assembly, '--force'],
    ];
  }
  return [
    ['synth', '--quiet', '--context', `${releaseDataContext}=${name}`],
    ['destroy', ...first, mail, ...assembly, '--force'],
    // A deployment must remove the data's protection first.
    ['deploy', data, ...assembly, '--require-approval', 'never'],
    ['destroy', data, ...assembly, '--force'],
  ];
}

async function runSteps(io: CommandIo, steps: readonly (readonly string[])[]): Promise<ExitCode> {
  for (const step of steps) {
    if ((await io.cdk(step)) !== 0) {
      io.say(
        `"cdk ${step[0]}" failed, see above. What is destroyed already stays destroyed; run this again to continue.`,
      );
      return 1;
    }
  }
  io.say('Destroyed.');
  return 0;
}
