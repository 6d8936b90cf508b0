import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** Gives refusals the error body of their endpoint family, and unknown paths a 404. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    const message = error instanceof Error && status < 500 ? error.message : 'internal error';
    return sendError(request, reply.code(status), message);
  });
  app.setNotFoundHandler((request, reply) => sendError(request, reply.code(404), 'no such endpoint'));
}

/** Sends the error body for the path (platform-api.md, Errors); that of v0 and readiness is not documented. */
export function sendError(request: FastifyRequest, reply: FastifyReply, message: string): FastifyReply {
  return reply.send(errorBodyOf(request, reply.statusCode, message));
}

export function errorBodyOf(request: FastifyRequest, status: number, message: string): object {
  const title = TITLES[status] ?? 'Error';
  return request.url.startsWith('/api/v1/analytics/')
    ? { title, detail: message, status, requestId: request.id }
    : { error: title, message };
}

function statusOf(error: unknown): number {
  if (error instanceof HttpError) {
    return error.statusCode;
  }
  // Fastify's own refusals (bad JSON, body too large) carry their status the same way.
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
