interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** A refused or failed call: the API's problem (RFC 9457), or no answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** The API's kind, such as `not-allowed`, `stale`, `held`; `unreachable` without an answer. */
  readonly kind: string;
  readonly title: string;
  readonly status: number;
  readonly fields: readonly FieldProblem[];

  constructor(message: string, parts: Partial<ApiProblem>) {
    super(message);
    this.kind = parts.kind ?? 'unreachable';
    this.title = parts.title ?? 'The service does not answer';
    this.status = parts.status ?? 0;
    this.fields = parts.fields ?? [];
  }
}

export function unreachable(detail: string): ApiProblem {
  return new ApiProblem(`${detail}. Look whether Curfew still runs; this page asks again`, {});
}

/** Any thrown value as a problem. */
export function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem
    ? error
    : new ApiProblem(error instanceof Error ? error.message : 'Something went wrong on this page', {
        kind: 'page',
        title: 'This page failed',
      });
}

const urnPrefix = 'urn:curfew:problem:';

export function problemIn(content: unknown, status: number): ApiProblem {
  if (typeof content !== 'object' || content === null || !('detail' in content)) {
    if (status === 401) {
      // In AWS the gateway answers in its own format.
      return new ApiProblem('Your session is over; sign in again', {
        kind: 'not-identified',
        title: 'You are signed out',
        status,
      });
    }
    return unreachable(`The service answers ${status}, and not in its own words`);
  }
  const { type, title, detail, errors } = content as Readonly<Record<string, unknown>>;
  return new ApiProblem(String(detail), {
    kind: String(type).replace(urnPrefix, ''),
    title: String(title),
    status,
    fields: Array.isArray(errors) ? (errors as readonly FieldProblem[]) : [],
  });
}
