import { appendFileSync, createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { cpuSecondsSince } from '../measure/usage.ts';

/** One call of the platform as it was made: `path` with its query, `body` as the text that was sent. */
interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
}

export interface OfProcess {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

export interface Floor extends OfProcess {
  readonly calls: number;
}

/** A `fetch` that writes each call of the platform into a file, a line a call. */
export function recordingFetch(file: string): {
  readonly fetch: typeof globalThis.fetch;
  /** Empties the file: what follows is what counts. */
  readonly forget: () => void;
  readonly limitsSent: () => number;
} {
  let limitsSent = 0;
  return {
    fetch: async (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input);
      const body = typeof init?.body === 'string' ? init.body : undefined;
      const call = { method: init?.method ?? 'GET', path: `${pathname}${search}`, body };
      appendFileSync(file, `${JSON.stringify(call)}\n`);
      limitsSent +=
        call.method === 'PUT' && body !== undefined
          ? (JSON.parse(body) as { readonly users: readonly unknown[] }).users.length
          : 0;
      return globalThis.fetch(input, init);
    },
    forget() {
      writeFileSync(file, '');
      limitsSent = 0;
    },
    limitsSent: () => limitsSent,
  };
}

const headers = { authorization: 'Bearer owner-key', 'content-type': 'application/json' };

/**
 * What nothing can go under that makes the calls of a night: the very same ones with the very same bodies, one after
 * the other, so that the platform is left as the night left it. Answers are parsed and thrown away. Each page waits for
 * the one before, as it did in the night: its cursor stands there.
 */
export async function runFloor(url: string, callsFile: string): Promise<Omit<Floor, 'peakMb'>> {
  let calls = 0;
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  for await (const line of createInterface({ input: createReadStream(callsFile) })) {
    const { method, path, body } = JSON.parse(line) as RecordedCall;
    const answer = await fetch(`${url}${path}`, { method, headers, body });
    if (!answer.ok) {
      throw new Error(`${answer.status} from ${path}`);
    }
    await answer.json();
    calls += 1;
  }
  return { seconds: (performance.now() - startedMs) / 1_000, cpuSeconds: cpuSecondsSince(startedCpu), calls };
}
