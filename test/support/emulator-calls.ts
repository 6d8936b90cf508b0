import { z } from 'zod';
import { type EmulatorOptions, startEmulator } from '../../emulator/start-emulator.ts';

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An emulator on a free port and ways to call it. */
export interface CalledEmulator {
  readonly url: string;
  call(method: string, path: string, options?: { key?: string; body?: unknown }): Promise<RawAnswer>;
  /** The parsed body of a GET that must succeed. */
  read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  /** Posts to the side channel; it must succeed. */
  tell(path: string, body: unknown): Promise<void>;
  setLimits(...users: readonly { email: string; limit: unknown }[]): Promise<RawAnswer>;
  close(): Promise<void>;
}

export const Tokens = z.object({
  data: z.array(
    z.object({
      date: z.string(),
      billable_tokens: z.int(),
      input_tokens: z.int(),
      output_tokens: z.int(),
      cache_read_tokens: z.int(),
      cache_write_tokens: z.int(),
      by_model: z.array(
        z.strictObject({
          model_id: z.string(),
          model_tier: z.enum(['standard', 'thinking']),
          billable_tokens: z.int(),
          input_tokens: z.int(),
          output_tokens: z.int(),
        }),
      ),
      by_user: z.array(
        z.strictObject({
          user_id: z.string(),
          user_email: z.string().nullable(),
          billable_tokens: z.int(),
          by_model: z.array(z.object({ billable_tokens: z.int() })),
        }),
      ),
    }),
  ),
  meta: z.strictObject({ org_id: z.string(), start_date: z.string(), end_date: z.string() }),
});

export const UserRows = z.object({
  data: z.array(
    z.object({ user_id: z.string(), user_email: z.string().nullable(), date: z.string(), billable_tokens: z.int() }),
  ),
  meta: z.object({ has_more: z.boolean(), next_cursor: z.string().optional() }),
});

export const RosterPage = z.object({
  users: z.array(z.looseObject({ id: z.string(), email: z.string(), createdAt: z.string() })),
  pagination: z.object({ hasMore: z.boolean(), nextCursor: z.string().optional() }),
});

export const UsageRows = z.array(
  z.strictObject({ email: z.string().nullable(), date: z.string(), granted: z.int(), refused: z.int() }),
);

/** Starts an emulator of 40 users on 2026-03-15, a Sunday, unless told otherwise. */
export async function startCalled(options: Partial<EmulatorOptions> = {}): Promise<CalledEmulator> {
  const emulator = await startEmulator({ port: 0, users: 40, seed: 7, today: '2026-03-15', ...options });
  const call: CalledEmulator['call'] = async (method, path, { key = 'owner-key', body } = {}) => {
    const response = await fetch(`${emulator.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    url: emulator.url,
    call,
    async read(path, schema) {
      const { status, text } = await call('GET', path);
      if (status !== 200) {
        throw new Error(`GET ${path} answered ${status}: ${text}`);
      }
      return schema.parse(JSON.parse(text));
    },
    async tell(path, body) {
      const { status, text } = await call('POST', path, { body });
      if (status >= 300) {
        throw new Error(`POST ${path} answered ${status}: ${text}`);
      }
    },
    setLimits: (...users) => call('PUT', '/api/v0/organization/usage/limits/users', { body: { users } }),
    close: () => emulator.close(),
  };
}

/** Emails of the roster's first users, in the order of the list. */
export async function someEmails(emulator: CalledEmulator, count: number): Promise<readonly string[]> {
  const { users } = await emulator.read(`/api/v0/organization/users?limit=${count}`, RosterPage);
  return users.map(({ email }) => email);
}

/** The sum of a field. */
export function total<T>(items: readonly T[], field: (item: T) => number): number {
  return items.reduce((sum, item) => sum + field(item), 0);
}
