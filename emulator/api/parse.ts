import type { z } from 'zod';
import { BadRequestError } from './http-error.ts';

/**
 * Reads a body or a query with a schema.
 * Throws BadRequestError with the first problem and the field that has it, such as `[3].credits: ...`.
 */
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
