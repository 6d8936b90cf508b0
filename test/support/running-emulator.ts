import { z } from 'zod';
import { type EmulatorOptions, startEmulator } from '../../emulator/start-emulator.ts';

/** An answer of the emulator. */
export type Answer = {
  readonly status: number;
  /** The parsed body, which must fit the schema. */
  read<S extends z.ZodType>(schema: S): z.output<S>;
};

/** An emulator on a free port, called with the owner's key unless another one is named. */
export interface RunningEmulator {
  get(path: string, key?: string): Promise<Answer>;
  send(method: 'POST' | 'PATCH', path: string, body?: unknown): Promise<Answer>;
  /** Moves the clock to an ISO date-time. */
  moveClock(now: string): Promise<void>;
  /** Every item of a v0 list, page by page, with the number of pages read. */
  all<S extends z.ZodType>(
    path: string,
    list: { field: string; item: S },
  ): Promise<{ items: z.output<S>[]; pages: number }>;
  close(): Promise<void>;
}

const pagesMax = 2_000;
const Pagination = z.strictObject({ hasMore: z.boolean(), nextCursor: z.string().optional() });

/** Starts an emulator whose clock stands at 00:00 UTC of `today`. */
export async function runEmulator(options: { today: string } & Partial<EmulatorOptions>): Promise<RunningEmulator> {
  const emulator = await startEmulator({ port: 0, users: 60, seed: 7, ...options });
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${emulator.url}${path}`, init);
    const body: unknown = await response.json();
    return { status: response.status, read: (schema) => schema.parse(body) };
  };
  const get: RunningEmulator['get'] = (path, key = 'owner-key') => call(path, { headers: bearer(key) });
  const send: RunningEmulator['send'] = (method, path, body) =>
    call(path, {
      method,
      headers: { ...bearer('owner-key'), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    get,
    send,
    async moveClock(now) {
      const { status } = await send('POST', '/__sim/clock', { now });
      if (status >= 300) {
        throw new Error(`the clock cannot be moved to ${now}`);
      }
    },
    all: (path, list) => allPages(get, path, list),
    close: () => emulator.close(),
  };
}

async function allPages<S extends z.ZodType>(
  get: RunningEmulator['get'],
  path: string,
  { field, item }: { field: string; item: S },
): Promise<{ items: z.output<S>[]; pages: number }> {
  const Page = z.strictObject({ [field]: z.array(z.unknown()), pagination: z.unknown() });
  const items: z.output<S>[] = [];
  let cursor = '';
  for (let pages = 1; pages <= pagesMax; pages += 1) {
    const page = (await get(`${path}${cursor}`)).read(Page);
    items.push(...z.array(item).parse(page[field]));
    const pagination = Pagination.parse(page['pagination']);
    if (!pagination.hasMore || pagination.nextCursor === undefined) {
      return { items, pages };
    }
    cursor = `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(pagination.nextCursor)}`;
  }
  throw new Error(`${path} has more than ${pagesMax} pages`);
}

function bearer(key: string): Record<string, string> {
  return key === '' ? {} : { authorization: `Bearer ${key}` };
}
