import type { DeploymentName } from '../shared/kernel/contract/deployment-parts.ts';
import type { JobDeclaration } from '../shared/kernel/runs/contract/job-declaration.ts';

export function pascalCase(name: string): string {
  return name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

const roleNameCharsMax = 64;

/** The role that signs heads. Named, since the key exists before and outlives it; a role's name has 64 characters. */
export function signerRoleName(stage: string, organization: string): string {
  return `Curfew-${stage}-${organization}-Anchors`;
}

/** A job's role, named by table policies; shortened when the names are long. The signing role has its own name. */
export function jobRoleName({ stage, organization }: DeploymentName, job: JobDeclaration): string {
  return job.anchors
    ? signerRoleName(stage, organization)
    : `Curfew-${stage}-${organization}-${pascalCase(job.name)}`.slice(0, roleNameCharsMax);
}

/** The admin API's role, named by table policies. */
export function adminApiRoleName(stage: string, organization: string): string {
  return `Curfew-${stage}-${organization}-Door`;
}

export function stackNames(stage: string, organization: string) {
  const prefix = `Curfew-${stage}-${organization}`;
  return {
    data: `${prefix}-Data`,
    mail: `${prefix}-Mail`,
    jobs: `${prefix}-Jobs`,
    watchdog: `${prefix}-Watchdog`,
    console: `${prefix}-Console`,
  };
}
