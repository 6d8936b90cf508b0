import * as z from 'zod';

const headers = { authorization: 'Bearer owner-key', 'content-type': 'application/json' };

const Requests = z.array(z.object({ method: z.string(), path: z.string() }));

/** A page of the roster, as far as its emails go. */
interface Page {
  readonly users?: readonly { readonly email?: string }[];
}

/**
 * Seconds that nothing can go under that makes the calls of a night, the very same ones, one after the other: the
 * answers are parsed and thrown away.
 */
export async function runFloor(url: string): Promise<{ readonly seconds: number }> {
  const requests = Requests.parse(await (await fetch(`${url}/__sim/requests`)).json());
  let emails: readonly string[] = [];
  const startedMs = performance.now();
  for (const { method, path } of requests) {
    const body = JSON.stringify({ users: emails.map((email) => ({ email, limit: 1_000_000 })) });
    const answer = await fetch(`${url}${path}`, { method, headers, ...(method === 'PUT' && { body }) });
    if (!answer.ok) {
      throw new Error(`${answer.status} from ${path}`);
    }
    const { users } = (await answer.json()) as Page;
    emails = users?.flatMap(({ email }) => email ?? []) ?? emails;
  }
  return { seconds: (performance.now() - startedMs) / 1_000 };
}
