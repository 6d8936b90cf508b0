/** A field of what was given that is wrong. */
interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** Why something is not done: a problem of the API (RFC 9457), or that it could not be asked. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** As the API calls it, such as `not-allowed`, `stale`, `held`; `unreachable` when there was no answer of it. */
  readonly kind: string;
  readonly title: string;
  readonly status: number;
  readonly fields: readonly FieldProblem[];

  constructor(message: string, parts: Partial<Pick<ApiProblem, 'kind' | 'title' | 'status' | 'fields'>>) {
    super(message);
    this.kind = parts.kind ?? 'unreachable';
    this.title = parts.title ?? 'The service does not answer';
    this.status = parts.status ?? 0;
    this.fields = parts.fields ?? [];
  }
}

/** Says that no answer came, or none of the API. */
export function unreachable(detail: string): ApiProblem {
  return new ApiProblem(`${detail}. Look whether Curfew still runs; this page asks again by itself`, {});
}

/** What anything that was thrown comes to. */
export function problemOf(error: unknown): ApiProblem {
  return error instanceof ApiProblem
    ? error
    : new ApiProblem(error instanceof Error ? error.message : 'Something went wrong on this page', {
        kind: 'page',
        title: 'This page failed',
      });
}

const urnPrefix = 'urn:curfew:problem:';

/** Reads an answer of the API that is no success. */
export function problemIn(content: unknown, status: number): ApiProblem {
  if (typeof content !== 'object' || content === null || !('detail' in content)) {
    if (status === 401) {
      // Whoever stands before the API in AWS has words of its own.
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
