import type * as z from 'zod';

import type { PlatformPurpose } from '../../../contracts/platform/platform-purpose.ts';
import type { PlatformError } from '../platform-error.ts';
import type { Findings } from '../reading/findings.ts';
import type { ListPath, RowPlace } from './answer/row-splitter.ts';
import type { Endpoint, Target } from './endpoint.ts';
import type { PlatformLimits } from './limits.ts';
import type { PlatformLogger } from './platform-event.ts';

/** The client's clock. `sleep` ends early, by resolving or by rejecting, when its signal is aborted. */
export interface PlatformClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface PlatformHttpOptions {
  /** {base_url} of platform-api.md. */
  readonly baseUrl: string;
  /** {app_url}, for the readiness reports. */
  readonly appUrl: string;
  /** Gives an API key or a JWT. Called when a purpose first needs one, and again once per call that was refused. */
  readonly readKey: (purpose: PlatformPurpose) => Promise<string>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: PlatformClock;
  /**
   * The moment (Unix ms) by whose UTC day "today" is never asked for. Left out, it is the clock's; a run as of another
   * moment gives its own, for `clock` also counts time limits and so must go on.
   */
  readonly asOf?: (() => number) | undefined;
  /** From 0 up to, not including, 1; spreads the waits between attempts. */
  readonly random: () => number;
  readonly logger?: PlatformLogger | undefined;
  readonly limits?: Partial<PlatformLimits> | undefined;
}

export interface PlatformCall<T> {
  readonly endpoint: Endpoint;
  readonly target?: Target | undefined;
  readonly body?: unknown;
  /** What the answer must look like. */
  readonly schema: z.ZodType<T>;
  /** What of the answer is read while it comes; the schema sees what became of it. */
  readonly rows?: { readonly path: ListPath; readonly read: RowReader } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads one row; undefined where it is set aside. */
export type RowReader = (row: unknown, place: RowPlace, findings: Findings) => unknown;

/** A well-formed answer. `findings` collects its anomalies, `malformed` refuses it after all. */
export interface Answer<T> {
  readonly value: T;
  readonly findings: Findings;
  malformed(problem: string): PlatformError;
}
