import type { DeploymentName } from '../shared/kernel/contract/deployment-parts.ts';
import type { JobDeclaration } from '../shared/kernel/runs/contract/job-declaration.ts';
import { pascalCase } from './pascal-case.ts';

const roleNameCharsMax = 64;

/** The names of the stacks of one organization. */
interface StackNames {
  readonly data: string;
  readonly mail: string;
  readonly jobs: string;
  readonly watchdog: string;
  /** There where the configuration has a console. */
  readonly console: string;
}

/**
 * The role that signs heads of the evidence. It has a name because the key, which outlives it, has to know it before it
 * is there; a role's name has 64 characters.
 */
export function signerRoleName(stage: string, organization: string): string {
  return `Curfew-${stage}-${organization}-Anchors`;
}

/**
 * The role of a job, which policies of tables name; cut where the names of stage and organization are as long as they may
 * be. The one that signs has its own.
 */
export function jobRoleName(
  { stage, organization }: DeploymentName,
  job: Pick<JobDeclaration, 'name' | 'anchors'>,
): string {
  return job.anchors
    ? signerRoleName(stage, organization)
    : `Curfew-${stage}-${organization}-${pascalCase(job.name)}`.slice(0, roleNameCharsMax);
}

/** The role of the admin API, which policies of tables name. */
export function adminApiRoleName(stage: string, organization: string): string {
  return `Curfew-${stage}-${organization}-Door`;
}

export function stackNames(stage: string, organization: string): StackNames {
  const prefix = `Curfew-${stage}-${organization}`;
  return {
    data: `${prefix}-Data`,
    mail: `${prefix}-Mail`,
    jobs: `${prefix}-Jobs`,
    watchdog: `${prefix}-Watchdog`,
    console: `${prefix}-Console`,
  };
}
