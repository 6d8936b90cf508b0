const hubPattern = /^arn:aws(?:-[a-z]+){0,3}:securityhub:([a-z0-9-]{1,32}):(\d{12}):hub\/default$/u;

/** The Region and the account in the ARN of a Security Hub; undefined for another text. */
export function hubIn(arn: string): { readonly region: string; readonly account: string } | undefined {
  const [, region, account] = hubPattern.exec(arn) ?? [];
  return region === undefined || account === undefined ? undefined : { region, account };
}

/**
 * The Security Hub that a text means, in a deployment its own; else why it is none. `own`: undefined on one machine, where
 * any ARN will do; null where the deployment may not use it.
 */
export function meantHub(
  text: string,
  own: string | null | undefined,
): { readonly arn: string } | { readonly problem: string } {
  if (own === undefined) {
    return hubIn(text) === undefined
      ? { problem: 'is no ARN of a Security Hub, such as arn:aws:securityhub:eu-central-1:111122223333:hub/default' }
      : { arn: text };
  }
  if (own === null) {
    return { problem: 'is of no use: set securityHub: true in curfew.config.ts, and deploy' };
  }
  return text === '' || text === own
    ? { arn: own }
    : { problem: `is not the Security Hub of the deployment, ${own}; leave it out` };
}
