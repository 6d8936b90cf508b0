import * as z from 'zod';

import type { Answer } from '../http/call.ts';
import { maybe } from './fields.ts';

/** The v0 pagination object (section "Pagination object"). The last page may leave `nextCursor` out. */
export const pagination = z.object({ hasMore: z.boolean(), nextCursor: maybe(z.string()) });

/**
 * Where the next page begins, undefined after the last one. Refuses an answer that says there is more but not where:
 * taking it for the end would lose every row behind it.
 */
export function nextCursorOf(
  answer: Answer<unknown>,
  { hasMore, nextCursor }: { readonly hasMore: boolean; readonly nextCursor: string | undefined },
): string | undefined {
  if (!hasMore) {
    return undefined;
  }
  if (nextCursor === undefined || nextCursor === '') {
    throw answer.malformed('the page says that more items follow and names no cursor');
  }
  return nextCursor;
}
