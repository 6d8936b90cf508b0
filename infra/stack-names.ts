/** The names of the stacks of one organization. */
export interface StackNames {
  readonly data: string;
  readonly mail: string;
  readonly jobs: string;
  readonly watchdog: string;
}

/**
 * The role that signs heads of the evidence. It has a name because the key, which outlives it, has to know it before it
 * is there; a role's name has 64 characters.
 */
export function signerRoleName(stage: string, organization: string): string {
  return `Curfew-${stage}-${organization}-Anchors`;
}

/** The role of the admin API, which policies of tables name. */
export function doorRoleName(stage: string, organization: string): string {
  return `Curfew-${stage}-${organization}-Door`;
}

export function stackNames(stage: string, organization: string): StackNames {
  const prefix = `Curfew-${stage}-${organization}`;
  return {
    data: `${prefix}-Data`,
    mail: `${prefix}-Mail`,
    jobs: `${prefix}-Jobs`,
    watchdog: `${prefix}-Watchdog`,
  };
}
