import { createHash } from 'node:crypto';

import { createPlatformClient } from '../../shared/kernel/platform/platform-client.ts';
import { systemClock } from '../../shared/kernel/runtime/system-clock.ts';
import { cpuSecondsSince, peakMb } from '../measure/usage.ts';

/*
 * A day's bill of many people, read in a process of its own, so that the memory it takes is its own: `answer.ts WAY
 * USERS`, the way being `row-by-row`, `whole` or `made`, which makes the answer alone. Prints one JSON document.
 */
const [way = '', count = ''] = process.argv.slice(2);
const users = Number(count);
const day = '2026-03-01';
const rowsPerPart = 200;
const words = 'ada grace linus edsger barbara donald margaret alan katherine tim'.split(' ');

export interface Answer {
  readonly rows: number;
  readonly mb: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

function rowOf(index: number): string {
  const { userId, email } = personOf(index);
  const models = ['standard', 'thinking'].map((tier) => ({
    model_id: `model-${tier}`,
    model_tier: tier,
    billable_tokens: index,
    input_tokens: 3 * index,
    output_tokens: index,
  }));
  return JSON.stringify({ user_id: userId, user_email: email, billable_tokens: 2 * index, by_model: models });
}

function* textParts(): Generator<string> {
  yield `{"data":[{"date":"${day}","billable_tokens":${users * (users - 1)},"by_model":[],"by_user":[`;
  for (let from = 0; from < users; from += rowsPerPart) {
    const rows = Array.from({ length: Math.min(rowsPerPart, users - from) }, (_, index) => rowOf(from + index));
    yield `${from === 0 ? '' : ','}${rows.join(',')}`;
  }
  yield ']}],"meta":{}}';
}

let bytes = 0;
function bodyOf(): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const text of textParts()) {
      const part = encoder.encode(text);
      bytes += part.byteLength;
      yield part;
    }
  }
  return ReadableStream.from(parts());
}

const client = createPlatformClient({
  baseUrl: 'http://127.0.0.1',
  appUrl: 'http://127.0.0.1',
  readKey: async () => Promise.resolve('key-of-the-bench'),
  fetch: async () => Promise.resolve(new Response(bodyOf())),
  clock: systemClock,
  random: () => 0,
});

const ways: Readonly<Record<string, () => Promise<number>>> = {
  async made() {
    for await (const _part of bodyOf()) {
      // Nothing is made of it.
    }
    return users;
  },
  async whole() {
    const { data } = JSON.parse(await new Response(bodyOf()).text()) as {
      readonly data: readonly { readonly by_user: readonly unknown[] }[];
    };
    return data[0]?.by_user.length ?? 0;
  },
  async 'row-by-row'() {
    const { rows } = await client.tokens({ startDate: day, endDate: day });
    return rows[0]?.byUser.length ?? 0;
  },
};

if (import.meta.main) {
  const started = process.cpuUsage();
  const rows = await ways[way]?.();
  const figures: Answer = {
    rows: rows ?? 0,
    mb: bytes / 1_000_000,
    cpuSeconds: cpuSecondsSince(started),
    peakMb: peakMb(),
  };
  console.log(JSON.stringify(figures));
}

/** A person of a large organization: ids that do not compress, emails as companies give them. */
export function personOf(index: number): { readonly userId: string; readonly email: string } {
  const digest = createHash('sha256').update(`person ${index}`).digest('hex');
  const [a, b, c] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 24)];
  return { userId: `user_${a}${b}${c}`, email: `${words[index % words.length] ?? ''}.${b}.${index}@company.example` };
}
