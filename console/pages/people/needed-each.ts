import { useQuery } from '@tanstack/react-query';

import { callApi } from '../../api/call-api.ts';
import type { Given } from './grant-set.ts';

/** So many people are asked about at once. */
const atOnce = 1_000;

/** What each of some people needs to work as usual, as their pages say it. */
export function useNeededEach(
  emails: readonly string[],
  isWanted: boolean,
): {
  /** Those who need more to work as usual through their window, with the credits; undefined while they are read. */
  readonly given: readonly Given[] | undefined;
  readonly isFailed: boolean;
} {
  const read = useQuery({
    queryKey: ['needed-each', emails],
    queryFn: async ({ signal }) => neededEach(emails, signal),
    enabled: isWanted,
    // What was given is not offered again: it is read once while they are marked, and anew the next time.
    staleTime: 'static',
    gcTime: 0,
  });
  return { given: read.data, isFailed: read.isError };
}

async function neededEach(emails: readonly string[], signal: AbortSignal): Promise<readonly Given[]> {
  const given: Given[] = [];
  for (let at = 0; at < emails.length; at += atOnce) {
    const asked = { body: { emails: emails.slice(at, at + atOnce) } };
    const { rows } = (await callApi('listNeeded', asked, { signal })).document;
    given.push(...rows.flatMap(({ email, needed }) => (needed === null ? [] : [{ email, credits: needed.window }])));
  }
  return given;
}
