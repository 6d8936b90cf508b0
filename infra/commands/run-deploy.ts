import type { Config } from '../config.ts';
import { type CommandIo, type ExitCode, isConfirmed } from './command-io.ts';
import { readyConfig } from './ready-config.ts';

/** The assembly that was shown is the one that is deployed: it is made once. */
const assembly = ['--app', 'cdk.out'];

/** Synthesizes, shows what would change, asks (unless `yes`), deploys every stack of every organization. */
export async function runDeploy(io: CommandIo, { yes }: { readonly yes: boolean }): Promise<ExitCode> {
  const readiness = await readyConfig(io);
  if (readiness.kind === 'refused') {
    io.say(readiness.message);
    return readiness.exitCode;
  }
  if (!yes && io.ask === undefined) {
    io.say('Nobody is there to confirm: run this on a terminal, or with --yes.');
    return 2;
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
  // Asked and answered above, for all stacks at once.
  const code = await io.cdk(['deploy', '--all', ...assembly, '--require-approval', 'never']);
  io.say(code === 0 ? 'Deployed. What comes next: docs/operating.md.' : 'The deployment failed, see above.');
  return code === 0 ? 0 : 1;
}

/** The difference is the first that AWS is asked for, and the CDK's own words are of little help where it cannot be. */
function hintOf([step]: readonly string[], { region, account }: Config): string {
  if (step !== 'diff') {
    return '';
  }
  const owner = account === undefined ? '' : `, of account ${account}`;
  return ` AWS was asked for the first time: check that the credentials are current${owner} ("aws sts get-caller-identity" says whose they are), and that ${region} is the region you mean.`;
}

function questionOf({ stage, region, account, organizations }: Config): string {
  const where = `${region}, ${account === undefined ? 'the account of the credentials' : `account ${account}`}`;
  return `Deploy stage ${stage} (${organizations.map(({ name }) => name).join(', ')}) to ${where}?`;
}
