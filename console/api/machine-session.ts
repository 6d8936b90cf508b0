import { problemIn, unreachable } from './problem.ts';
import type { Session } from './session.ts';

/**
 * Of one machine the session is a cookie that no script can read, and a key that no other port of the machine gets with
 * it: cookies of 127.0.0.1 go to all its ports. Only both together prove anything.
 */
const storageKey = 'curfew.session';
const header = 'Curfew-Console';

/** The page that the printed link opens. */
export const signInPath = '/sign-in';

/** Turns the secret of a link into a session. Raises ApiProblem when the link was used before or is too old. */
export async function exchangeLink(secret: string): Promise<void> {
  const { key } = (await ask('/session', { method: 'POST', body: { secret } })) as { readonly key: string };
  localStorage.setItem(storageKey, key);
}

/** The session that this browser has kept; undefined where there is none. */
export function keptSession(people: readonly string[]): Session | undefined {
  const key = localStorage.getItem(storageKey);
  if (key === null) {
    return undefined;
  }
  const headers = { [header]: key };
  return {
    headers: async () => Promise.resolve(headers),
    async end() {
      localStorage.removeItem(storageKey);
      await ask('/session', { method: 'DELETE', headers });
    },
    ...(people.length > 0 && {
      people,
      async lookAs(email) {
        await ask('/session/person', { method: 'PUT', body: { email: email ?? null }, headers });
      },
    }),
  };
}

async function ask(
  path: string,
  {
    method,
    body,
    headers,
  }: { readonly method: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw unreachable('Curfew does not answer');
  });
  const content: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    throw problemIn(content, response.status);
  }
  return content;
}
