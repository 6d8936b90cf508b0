import type { Context } from 'hono';

import type { Caller } from '../../access/caller.ts';
import { rowsUsual } from '../../contract/fields/page.ts';
import { type Method, operationRoutes } from '../../contract/routes.ts';
import { Problem } from '../problem.ts';

export interface Identifying {
  /** The caller, authenticated in front of the API; undefined without one. */
  readonly identify: (context: Context) => Caller | undefined;
}

const keyPattern = /^[\x21-\x7e]{1,200}$/u;

/** Whoever calls. Raises a problem for nobody. */
export function callerOf(context: Context, { identify }: Identifying): Caller {
  const caller = identify(context);
  if (caller === undefined) {
    throw new Problem('not-identified', 'The call proves no one: sign it, or give the token of a session');
  }
  return caller;
}

/** The call of an operation that a request makes. Raises a problem that names what is wrong with it. */
export async function callIn(context: Context, id: string, options: Identifying) {
  const caller = callerOf(context, options);
  const seen = seenIn(context);
  const idempotencyKey = context.req.header('Idempotency-Key');
  if (idempotencyKey !== undefined && !keyPattern.test(idempotencyKey)) {
    throw new Problem('invalid-input', 'Idempotency-Key must be 1 to 200 visible characters of ASCII');
  }
  return {
    id,
    caller,
    given: { ...pageOf(id), ...queryOf(context), ...context.req.param(), ...(await bodyOf(context)) },
    seen,
    idempotencyKey,
  };
}

/** A list is answered a page at a time. */
function pageOf(id: string): { readonly limit?: string } {
  return operationRoutes.get(id)?.isList === true ? { limit: String(rowsUsual) } : {};
}

function queryOf(context: Context): Readonly<Record<string, string>> {
  const all = Object.entries(context.req.queries());
  const twice = all.find(([, values]) => values.length > 1);
  if (twice !== undefined) {
    throw new Problem('invalid-input', `${twice[0].slice(0, 60)} is given twice; give it once`);
  }
  return Object.fromEntries(all.map(([name, [value = '']]) => [name, value]));
}

/** Of calls that come with a body. */
export const bodyMethods: readonly string[] = ['POST', 'PUT'] satisfies readonly Method[];

async function bodyOf(context: Context): Promise<{ readonly body?: unknown }> {
  if (!bodyMethods.includes(context.req.method)) {
    return {};
  }
  const text = await context.req.text();
  if (text === '') {
    return {};
  }
  if (!/^application\/json\s*(;|$)/iu.test(context.req.header('Content-Type') ?? '')) {
    throw new Problem('unsupported-media', 'A body is JSON: give Content-Type: application/json');
  }
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    throw new Problem('invalid-input', 'The body is no valid JSON', {
      fields: [{ field: 'body', problem: 'is no valid JSON' }],
    });
  }
}

/** `If-Match: "7"` is an edit of version 7, `If-None-Match: *` one of what is not there. */
function seenIn(context: Context): string | undefined {
  const match = context.req.header('If-Match');
  if (match === undefined) {
    return context.req.header('If-None-Match') === '*' ? 'absent' : undefined;
  }
  const [, version] = /^"([\w.-]{1,100})"$/u.exec(match) ?? [];
  if (version === undefined) {
    throw new Problem('invalid-input', 'If-Match must be one ETag as it was given out, in quotes', {
      fields: [{ field: 'If-Match', problem: 'is no ETag that was given out' }],
    });
  }
  return version;
}
