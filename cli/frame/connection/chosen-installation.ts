import { usualStateDir } from '../../../local/state/state-dir.ts';
import type { DeploymentName } from '../../../shared/kernel/contract/deployment-parts.ts';
import { quotedValue } from '../../../shared/kernel/records/contract/fields/quoted-value.ts';
import type { Environment } from '../../../shared/kernel/runtime/read-environment.ts';
import { wrongUsage } from '../command-error.ts';

/** Where a command acts. */
export type ChosenInstallation =
  | { readonly kind: 'machine'; readonly stateDir: string; readonly isNamed: boolean }
  | ({ readonly kind: 'deployment' } & DeploymentName);

/** The variable that chooses a deployment for every command of a shell. */
export const deploymentVariable = 'CURFEW_DEPLOYMENT';

/** What was typed goes before the environment. Both options at once, or a name that is none, raise CommandError. */
export async function chosenInstallation(
  { state, deployment }: { readonly state?: string; readonly deployment?: string },
  env: Environment,
): Promise<ChosenInstallation> {
  if (state !== undefined && deployment !== undefined) {
    throw wrongUsage('--state and --deployment name two installations; give one of them');
  }
  if (state !== undefined) {
    return { kind: 'machine', stateDir: state, isNamed: true };
  }
  if (deployment !== undefined) {
    return { kind: 'deployment', ...(await deploymentName(deployment, '--deployment')) };
  }
  const named = env[deploymentVariable] ?? '';
  return named === ''
    ? { kind: 'machine', stateDir: usualStateDir, isNamed: false }
    : { kind: 'deployment', ...(await deploymentName(named, deploymentVariable)) };
}

async function deploymentName(text: string, source: string): Promise<DeploymentName> {
  const { DeploymentWord } = await import('../../../shared/kernel/contract/deployment-parts.ts');
  const [stage, organization, ...rest] = text.split('/').map((word) => DeploymentWord.safeParse(word).data);
  if (stage === undefined || organization === undefined || rest.length > 0) {
    throw wrongUsage(
      `${source} ${quotedValue(text)} is no deployment; give stage and organization as in curfew.config.ts, such as prod/acme`,
    );
  }
  return { stage, organization };
}
