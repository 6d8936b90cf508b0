import type * as z from 'zod';

import { printableText } from '../../texts/printable-text.ts';
import { type Endpoint, endpointName } from '../http/endpoint.ts';
import { PlatformRequestError } from '../platform-error.ts';
import { fieldPath, fieldProblem } from '../reading/field-problem.ts';

/**
 * Validates our request before sending and returns it parsed. The first broken rule throws PlatformRequestError with
 * the field, the rule and, for a plain word, the value.
 */
export function strictRequest<T>(endpoint: Endpoint, schema: z.ZodType<T>, request: unknown): T {
  const parsed = schema.safeParse(request);
  if (parsed.success) {
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const field = fieldPath([...issue.path, ...issue.keys.slice(0, 1)]);
    throw new PlatformRequestError(endpointName(endpoint), { field, rule: 'is no field that may be sent' });
  }
  const { field, problem } = fieldProblem(issue);
  throw new PlatformRequestError(endpointName(endpoint), {
    field: field === '' ? 'the request' : field,
    rule: `is refused: ${problem}`,
    value: shownValue(valueAt(request, issue?.path ?? [])),
  });
}

function valueAt(request: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    request,
  );
}

/** Shows numbers, booleans and short texts; addresses may hold a password, lists and objects anything. */
function shownValue(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) {
    return String(value);
  }
  if (typeof value !== 'string' || value.includes('://')) {
    return undefined;
  }
  return JSON.stringify(printableText(value, 80));
}
