const busPattern = /^arn:aws(?:-[a-z]+){0,3}:events:([a-z0-9-]{1,32}):\d{12}:event-bus\/([\w./-]{1,256})$/u;

/** The Region and the name in the ARN of an event bus; undefined for another text. */
export function eventBusIn(arn: string): { readonly region: string; readonly name: string } | undefined {
  const [, region, name] = busPattern.exec(arn) ?? [];
  return region === undefined || name === undefined ? undefined : { region, name };
}

/**
 * The event bus that a text means, by its ARN or its name among those of a deployment; else why it is none. Without
 * `allowed`, on one machine, any ARN will do.
 */
export function meantBus(
  text: string,
  allowed: readonly string[] | undefined,
): { readonly arn: string } | { readonly problem: string } {
  if (allowed === undefined) {
    return eventBusIn(text) === undefined
      ? { problem: 'is no ARN of an event bus, such as arn:aws:events:eu-central-1:111122223333:event-bus/curfew' }
      : { arn: text };
  }
  const arn = allowed.find((each) => each === text || eventBusIn(each)?.name === text);
  return arn === undefined
    ? {
        problem: `is not among the eventBuses of curfew.config.ts (${allowed.join(', ') || 'there are none'}): name its ARN there, and deploy`,
      }
    : { arn };
}
