import * as z from 'zod';

export interface PageRequest {
  /** 1 to 100 (section "Limits"); default 100, which needs the fewest calls. */
  readonly limit?: number | undefined;
  /** A page's `nextCursor`, to continue from there. */
  readonly cursor?: string | undefined;
}

/** `signal` stops the call, at the latest before its next attempt. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The documented page size of the v0 lists and of analytics users. */
const pageLimit = z.int().min(1).max(100).default(100);

export const pageCursor = z.string().min(1).max(4_096).optional();

export const pageRequest = z.strictObject({ limit: pageLimit, cursor: pageCursor });
