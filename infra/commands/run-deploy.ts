import { jobs } from '../../shared/jobs.ts';
import type { JobDeclaration } from '../../shared/kernel/runs/contract/job-declaration.ts';
import type { Config } from '../config.ts';
import { rolesGiven } from '../example-values.ts';
import { jobRoleName, stackNames } from '../stack-names.ts';
import { type CommandIo, type DeployedFunction, type ExitCode, isConfirmed, readyConfig } from './command-io.ts';

/**
 * Why this version cannot replace the deployed one: Lambda cannot make an existing function durable, though a change
 * set shows an update in place. Undefined when it can.
 */
export function refusedAsDurable(
  { stage, organizations }: Config,
  functions: readonly DeployedFunction[],
  declared: readonly JobDeclaration[] = jobs,
): string | undefined {
  const plain = new Set(functions.filter(({ isDurable }) => !isDurable).map(({ role }) => role));
  const durable = declared.filter(({ limits }) => limits.durable !== undefined);
  const refused = organizations.flatMap(({ name: organization, ...terms }) => {
    const becoming = durable.filter((job) => plain.has(jobRoleName({ stage, organization }, job)));
    const { console, watchdog, jobs: own } = stackNames(stage, organization);
    const stacks = [...('console' in terms && terms.console !== undefined ? [console] : []), watchdog, own];
    return becoming.length === 0 ? [] : [{ organization, names: becoming.map(({ name }) => name), stacks }];
  });
  if (refused.length === 0) {
    return undefined;
  }
  const whose = refused.map(({ organization, names }) => `${names.join(', ')} of ${organization}`).join('; ');
  return [
    `Nothing was deployed: in this version these jobs are durable, and Lambda makes no existing function durable: ${whose}.`,
    'Remove the stacks of the functions, and deploy again. All data stays: it is in other stacks.',
    `  npx cdk destroy ${refused.flatMap(({ stacks }) => stacks).join(' ')}`,
    '  npm run deploy',
  ].join('\n');
}

/** The assembly is synthesized once: what was shown is deployed. */
const assembly = ['--app', 'cdk.out'];

/** Synthesizes, shows changes, asks (unless `yes`) and deploys every organization's stacks. */
export async function runDeploy(
  io: CommandIo,
  {
    yes,
    revertDrift = false,
  }: {
    readonly yes: boolean;
    /** Also reverts changes made outside CloudFormation. */
    readonly revertDrift?: boolean;
  },
): Promise<ExitCode> {
  const readiness = await readyConfig(io);
  if (readiness.kind === 'refused') {
    io.say(readiness.message);
    return readiness.exitCode;
  }
  if (!yes && io.ask === undefined) {
    io.say('There is no terminal to confirm on: run this on a terminal, or with --yes.');
    return 2;
  }
  withoutRoles(readiness.config).forEach((line) => io.say(line));
  const refusal = await refusalOf(io, readiness.config);
  if (refusal !== undefined) {
    io.say(refusal);
    return 1;
  }
  for (const step of [
    ['synth', '--quiet'],
    ['diff', ...assembly],
  ]) {
    if ((await io.cdk(step)) !== 0) {
      io.say(`Nothing was deployed: "cdk ${step[0]}" failed, see above.${hintOf(step, readiness.config)}`);
      return 1;
    }
  }
  if (!yes && io.ask !== undefined && !(await isConfirmed(io.ask, questionOf(readiness.config)))) {
    io.say('Nothing was deployed.');
    return 1;
  }
  // Confirmed above, for all stacks at once.
  const drift = revertDrift ? ['--revert-drift'] : [];
  const code = await io.cdk(['deploy', '--all', ...assembly, '--require-approval', 'never', ...drift]);
  io.say(code === 0 ? 'Deployed. The next steps: docs/operating.md.' : 'The deployment failed, see above.');
  return code === 0 ? 0 : 1;
}

/** A line for each organization without roles: its first command after the deployment would be refused. */
function withoutRoles({ organizations }: Config): readonly string[] {
  return organizations
    .filter(({ settings }) => rolesGiven(settings).length === 0)
    .map(
      ({ name }) =>
        `No role is given in settings.roles of ${name}: no one, you included, can run a command on it. curfew.config.example.ts shows how; "aws sts get-caller-identity" shows your role.`,
    );
}

/** Why the deployed stacks cannot be updated. When AWS does not list functions, `diff` reports the problem. */
async function refusalOf(io: CommandIo, config: Config): Promise<string | undefined> {
  if ((await io.hasDurableFunctions(config.region)) === 'no') {
    return `Nothing was deployed: ${config.region} has no durable functions of Lambda, on which runs rest. Choose a region that has them (AWS lists them by region), and bootstrap the CDK there.`;
  }
  try {
    return refusedAsDurable(config, await io.listFunctions(config.region));
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error';
    io.say(
      `The functions in ${config.region} could not be listed (${name}): whether they can be updated is not known.`,
    );
    return undefined;
  }
}

/** `diff` makes the first AWS call, and the CDK's own message helps little when that fails. */
function hintOf([step]: readonly string[], { region, account }: Config): string {
  if (step !== 'diff') {
    return '';
  }
  const owner = account === undefined ? '' : `, of account ${account}`;
  return ` This was the first call of AWS: check that the credentials are current${owner} ("aws sts get-caller-identity" says whose they are), and that ${region} is the region you mean.`;
}

function questionOf({ stage, region, account, organizations }: Config): string {
  const where = `${region}, ${account === undefined ? 'the account of the credentials' : `account ${account}`}`;
  return `Deploy stage ${stage} (${organizations.map(({ name }) => name).join(', ')}) to ${where}?`;
}
