/** What went wrong with a call, as far as a caller may want to act on it. */
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

/** All that may be said of a failed call. Texts are clean already: no key, no body, no control characters. */
interface PlatformErrorFacts {
  readonly kind: PlatformErrorKind;
  /** Method and path template, never the filled-in path: `GET /api/v0/sessions/{sessionId}`. */
  readonly endpoint: string;
  readonly attempts: number;
  /** True when a write may have been carried out although no usable answer came. Always false for a GET. */
  readonly outcomeUnknown: boolean;
  /** What we found wrong ourselves, in our own words. */
  readonly problem?: string | undefined;
  readonly status?: number | undefined;
  /** The error body's own words (analytics, section "Errors" of platform-api.md), capped. */
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  /** How long the platform last asked us to wait, in milliseconds, when it did. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** A call to the platform that did not give a usable answer. */
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

/** The rule that a request of ours would have broken. */
interface BrokenRule {
  /** Where in the request, for example `users[3].limit`. */
  readonly field: string;
  readonly rule: string;
  /** The offending value, already in printable form; left out when it may hold a secret. */
  readonly value?: string | undefined;
}

/** A request that the platform's document forbids. Nothing has been sent. */
export class PlatformRequestError extends Error {
  override readonly name = 'PlatformRequestError';
  readonly endpoint: string;
  readonly field: string;
  readonly rule: string;
  readonly value: string | undefined;

  constructor(endpoint: string, broken: BrokenRule) {
    const value = broken.value === undefined ? '' : `, not ${broken.value}`;
    super(`${endpoint} was not sent: ${broken.field} ${broken.rule}${value}`);
    this.endpoint = endpoint;
    this.field = broken.field;
    this.rule = broken.rule;
    this.value = broken.value;
  }
}
