/** How every access key id begins that the embedded engine answers to, so that none of AWS is taken for one. */
export const engineKeyPrefix = 'CURFEW';

/** The access key id of an embedded engine, where the environment names one as the tools of AWS want it. */
export function engineKeyIn(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const id = env['AWS_ACCESS_KEY_ID'];
  return id?.startsWith(engineKeyPrefix) === true ? id : undefined;
}
