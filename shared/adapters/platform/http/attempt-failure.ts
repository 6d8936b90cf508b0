import type { PlatformErrorKind } from '../platform-error.ts';

/** How one attempt failed. Texts are clean already. */
export interface AttemptFailure {
  readonly kind: PlatformErrorKind;
  /** True when a write may have been carried out by this attempt. */
  readonly mayHaveHappened: boolean;
  readonly status?: number | undefined;
  readonly problem?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  readonly cause?: unknown;
}

/** The kind of failure of a status; undefined for success. */
export function failureKindOf(status: number): PlatformErrorKind | undefined {
  if (status >= 200 && status < 300) {
    return undefined;
  }
  if (status < 400) {
    return 'redirect';
  }
  return KIND_OF_STATUS[status] ?? (status >= 500 ? 'server' : 'refused');
}

const KIND_OF_STATUS: Readonly<Record<number, PlatformErrorKind>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  429: 'rate-limited',
};

/** A clear refusal was not carried out. After 408, 3xx or 5xx it is unknown. */
export function statusMeansRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}
