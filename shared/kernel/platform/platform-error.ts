/** Failure kinds that callers may act on. */
export type PlatformErrorKind =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'refused'
  | 'rate-limited'
  | 'server'
  | 'timeout'
  | 'network'
  | 'tls'
  | 'redirect'
  | 'too-large'
  | 'malformed'
  | 'paging'
  | 'key'
  | 'aborted';

/** The facts of a failed call. Texts are scrubbed: no key, body or control characters. */
interface PlatformErrorFacts {
  readonly kind: PlatformErrorKind;
  /** Method and path template, never the filled-in path: `GET /api/v0/sessions/{sessionId}`. */
  readonly endpoint: string;
  readonly attempts: number;
  /** A write may have taken effect although no usable answer came. Always false for a GET. */
  readonly outcomeUnknown: boolean;
  readonly problem?: string | undefined;
  readonly status?: number | undefined;
  /** From the error body (analytics, section "Errors" of platform-api.md), capped. */
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  /** The wait the platform last asked for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  readonly endpoint: string;
  readonly attempts: number;
  readonly outcomeUnknown: boolean;
  readonly status: number | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(facts: PlatformErrorFacts) {
    super(describeFailure(facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = facts.kind;
    this.endpoint = facts.endpoint;
    this.attempts = facts.attempts;
    this.outcomeUnknown = facts.outcomeUnknown;
    this.status = facts.status;
    this.title = facts.title;
    this.detail = facts.detail;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

function describeFailure(facts: PlatformErrorFacts): string {
  const status = facts.status === undefined ? '' : ` (status ${facts.status})`;
  const words = [facts.problem, facts.title, facts.detail].filter((word) => word !== undefined && word !== '');
  const said = words.length === 0 ? '' : `: ${words.join(': ')}`;
  const request = facts.requestId === undefined ? '' : ` [request ${facts.requestId}]`;
  const tries = facts.attempts > 1 ? ` after ${facts.attempts} attempts` : '';
  const unknown = facts.outcomeUnknown ? '; it may have been carried out' : '';
  return `${facts.endpoint} failed${tries}: ${facts.kind}${status}${said}${request}${unknown}`;
}

/** A request that violates the platform's document. Nothing was sent. */
export class PlatformRequestError extends Error {
  override readonly name = 'PlatformRequestError';
  readonly endpoint: string;
  readonly field: string;
  readonly rule: string;
  readonly value: string | undefined;

  constructor(
    endpoint: string,
    broken: {
      /** Where in the request, for example `users[3].limit`. */
      readonly field: string;
      readonly rule: string;
      /** The offending value in printable form; absent when it may hold a secret. */
      readonly value?: string | undefined;
    },
  ) {
    const value = broken.value === undefined ? '' : `, not ${broken.value}`;
    super(`${endpoint} was not sent: ${broken.field} ${broken.rule}${value}`);
    this.endpoint = endpoint;
    this.field = broken.field;
    this.rule = broken.rule;
    this.value = broken.value;
  }
}
