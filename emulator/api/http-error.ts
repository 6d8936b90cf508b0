import type { z } from 'zod';

/**
 * A refusal with an HTTP status. The server adds the endpoint family's body (analytics: title, detail, status,
 * requestId; others: error, message).
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** 400: the request breaks a rule; the message names the field. */
export class BadRequestError extends HttpError {
  override readonly name = 'BadRequestError';

  constructor(message: string) {
    super(400, message);
  }
}

export class UnauthorizedError extends HttpError {
  override readonly name = 'UnauthorizedError';

  constructor(message = 'API key missing or invalid') {
    super(401, message);
  }
}

export class ForbiddenError extends HttpError {
  override readonly name = 'ForbiddenError';

  constructor(message: string) {
    super(403, message);
  }
}

export class NotFoundError extends HttpError {
  override readonly name = 'NotFoundError';

  constructor(message: string) {
    super(404, message);
  }
}

/** Parses a body or query. Throws BadRequestError with the first problem and its field, such as `[3].credits: ...`. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw new BadRequestError(issue === undefined ? 'invalid input' : `${fieldOf(issue.path)}: ${issue.message}`);
}

function fieldOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) {
    return 'body';
  }
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}
