import type * as z from 'zod';

import type { PlatformPurpose } from '../../contract/platform-environment.ts';
import type { PlatformError } from '../platform-error.ts';
import type { Findings } from '../reading/findings.ts';
import type { ListPath, RowPlace } from './answer/row-splitter.ts';
import type { Endpoint, Target } from './endpoint.ts';
import type { PlatformLimits } from './limits.ts';
import type { PlatformLogger } from './platform-event.ts';

/** The client's clock. `sleep` ends early, resolved or rejected, when its signal aborts. */
export interface PlatformClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface PlatformHttpOptions {
  /** {base_url} of platform-api.md. */
  readonly baseUrl: string;
  /** {app_url}, for the readiness reports. */
  readonly appUrl: string;
  /** Returns an API key or a JWT. Called on a purpose's first use, and once more per refused call. */
  readonly readKey: (purpose: PlatformPurpose) => Promise<string>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: PlatformClock;
  /** The moment (Unix ms) whose UTC "today" is never requested. Default: the clock's, which also measures timeouts. */
  readonly asOf?: (() => number) | undefined;
  /** In [0, 1); adds jitter to the waits between attempts. */
  readonly random: () => number;
  readonly logger?: PlatformLogger | undefined;
  readonly limits?: Partial<PlatformLimits> | undefined;
}

export interface PlatformCall<T> {
  readonly endpoint: Endpoint;
  readonly target?: Target | undefined;
  readonly body?: unknown;
  readonly schema: z.ZodType<T>;
  /** The part of the answer read as it arrives; the schema sees its results. */
  readonly rows?: { readonly path: ListPath; readonly read: RowReader } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads one row; undefined when it is quarantined. */
export type RowReader = (row: unknown, place: RowPlace, findings: Findings) => unknown;

/** A well-formed answer. `findings` collects its anomalies; `malformed` rejects it later. */
export interface Answer<T> {
  readonly value: T;
  readonly findings: Findings;
  malformed(problem: string): PlatformError;
}
