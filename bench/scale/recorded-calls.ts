import { appendFileSync, createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import * as z from 'zod';

/** One call of the platform as it was made: `path` with its query, `body` as the text that was sent. */
const RecordedCall = z.object({ method: z.string(), path: z.string(), body: z.string().optional() });
type RecordedCall = z.output<typeof RecordedCall>;

const Limits = z.object({ users: z.array(z.unknown()) });

/** A `fetch` that writes each call of the platform into a file, a line a call. */
export function recordingFetch(file: string): {
  readonly fetch: typeof globalThis.fetch;
  /** Empties the file: what follows is what counts. */
  readonly forget: () => void;
  /** How many limits were sent since. */
  readonly limitsSent: () => number;
} {
  let limitsSent = 0;
  return {
    fetch: async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const body = typeof init?.body === 'string' ? init.body : undefined;
      const call = { method: init?.method ?? 'GET', path: `${pathname}${search}`, body };
      appendFileSync(file, `${JSON.stringify(call)}\n`);
      limitsSent += call.method === 'PUT' && body !== undefined ? Limits.parse(JSON.parse(body)).users.length : 0;
      return globalThis.fetch(input, init);
    },
    forget() {
      writeFileSync(file, '');
      limitsSent = 0;
    },
    limitsSent: () => limitsSent,
  };
}

/** The calls of such a file, in the order in which they were made. */
export async function* recordedCalls(file: string): AsyncGenerator<RecordedCall> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    yield RecordedCall.parse(JSON.parse(line));
  }
}
