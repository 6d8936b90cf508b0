/** The names of the stacks of one organization. */
export interface StackNames {
  readonly data: string;
  readonly mail: string;
  readonly jobs: string;
  readonly watchdog: string;
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
