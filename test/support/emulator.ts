import { z } from 'zod';

import { type EmulatorOptions, type RunningEmulator, startEmulator } from '../../emulator/start-emulator.ts';
import { invariant } from '../../shared/kernel/invariant.ts';
import { type Lifetime, onLifetime } from './lifetime.ts';

/** An answer as it came. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body, which must fit the schema. */
  read<S extends z.ZodType>(schema: S): z.output<S>;
}

/** An emulator on a free port and ways to call it. */
export interface TestEmulator {
  readonly url: string;
  /** What a program finds it by: its address and the owner's key. */
  readonly env: Readonly<Record<string, string>>;
  /** With the owner's key unless another one is named; '' sends none. */
  call(method: string, path: string, options?: { key?: string; body?: unknown }): Promise<Answer>;
  /** The parsed body of a GET that must succeed. */
  read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>;
  /** Every item of a v0 list, page by page, with the number of pages read. */
  readAll<S extends z.ZodType>(
    path: string,
    list: { field: string; item: S },
  ): Promise<{ items: z.output<S>[]; pages: number }>;
  /** Posts to the side channel; it must succeed. */
  tell(path: string, body: unknown): Promise<void>;
  setLimits(...users: readonly { email: string; limit: unknown }[]): Promise<Answer>;
  /** The limit in force of each email that has one. */
  limits(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

const pagesMax = 2_000;
const Pagination = z.strictObject({ hasMore: z.boolean(), nextCursor: z.string().optional() });
const Limits = z.record(z.string(), z.object({ limit: z.number().nullable() }));

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

/** An emulator for every test of a file together, or for each test one of its own. It is closed afterwards. */
export function useEmulator(options: Partial<EmulatorOptions> = {}, lifetime: Lifetime = 'file'): TestEmulator {
  let running: RunningEmulator | undefined;
  onLifetime(lifetime, {
    begin: async () => {
      running = await startEmulator({ ...usual, ...options });
    },
    end: async () => running?.close(),
  });
  return callable(() => {
    invariant(running !== undefined, 'an emulator is only there while tests run');
    return running;
  });
}

/** Starts an emulator that the test closes itself. */
export async function startTestEmulator(options: Partial<EmulatorOptions> = {}): Promise<TestEmulator> {
  const running = await startEmulator({ ...usual, ...options });
  return callable(() => running);
}

/** 40 users on 2026-03-15, a Sunday. */
const usual: EmulatorOptions = { port: 0, users: 40, seed: 7, today: '2026-03-15' };

function callable(running: () => RunningEmulator): TestEmulator {
  const call: TestEmulator['call'] = async (method, path, { key = 'owner-key', body } = {}) => {
    const response = await fetch(`${running().url}${path}`, {
      method,
      headers: {
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text, read: (schema) => schema.parse(JSON.parse(text)) };
  };
  const succeed = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await call(method, path, { body });
    if (answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    }
    return answer;
  };
  const read: TestEmulator['read'] = async (path, schema) => (await succeed('GET', path)).read(schema);
  return {
    get url() {
      return running().url;
    },
    get env() {
      return { CURFEW_BASE_URL: running().url, CURFEW_API_KEY: 'owner-key' };
    },
    call,
    read,
    readAll: async (path, list) => readPages(read, path, list),
    tell: async (path, body) => void (await succeed('POST', path, body)),
    setLimits: async (...users) => call('PUT', '/api/v0/organization/usage/limits/users', { body: { users } }),
    async limits() {
      const ofEmails = Object.entries(await read('/__sim/limits', Limits));
      return new Map(ofEmails.flatMap(([email, { limit }]) => (limit === null ? [] : [[email, limit] as const])));
    },
    close: async () => running().close(),
  };
}

async function readPages<S extends z.ZodType>(
  read: TestEmulator['read'],
  path: string,
  { field, item }: { field: string; item: S },
): Promise<{ items: z.output<S>[]; pages: number }> {
  const Page = z.strictObject({ [field]: z.array(z.unknown()), pagination: z.unknown() });
  const items: z.output<S>[] = [];
  let cursor = '';
  for (let pages = 1; pages <= pagesMax; pages += 1) {
    const page = await read(`${path}${cursor}`, Page);
    items.push(...z.array(item).parse(page[field]));
    const pagination = Pagination.parse(page['pagination']);
    if (!pagination.hasMore || pagination.nextCursor === undefined) {
      return { items, pages };
    }
    cursor = `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(pagination.nextCursor)}`;
  }
  throw new Error(`${path} has more than ${pagesMax} pages`);
}

/** Emails of the roster's first users, in the order of the list. */
export async function someEmails(emulator: TestEmulator, count: number): Promise<readonly string[]> {
  const { users } = await emulator.read(`/api/v0/organization/users?limit=${count}`, RosterPage);
  return users.map(({ email }) => email);
}

/** The sum of a field. */
export function total<T>(items: readonly T[], field: (item: T) => number): number {
  return items.reduce((sum, item) => sum + field(item), 0);
}
