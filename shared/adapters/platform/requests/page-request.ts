import * as z from 'zod';

/** Where to begin in a list, and how many items a page is to hold. */
export interface PageRequest {
  /** 1 to 100 (section "Limits"); 100 when left out, which needs the fewest calls. */
  readonly limit?: number | undefined;
  /** A page's `nextCursor`, to go on from there. */
  readonly cursor?: string | undefined;
}

/** For one call: a signal that stops it, at the latest before its next attempt. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The documented page size of the v0 lists and of analytics users. */
const pageLimit = z.int().min(1).max(100).default(100);

/** A cursor is the platform's own word and is only handed back. */
export const pageCursor = z.string().min(1).max(4_096).optional();

export const pageRequest = z.strictObject({ limit: pageLimit, cursor: pageCursor });
