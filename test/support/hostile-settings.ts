import documented from '../fixtures/platform/controls-history.full.json' with { type: 'json' };

/** Where the document has the id of a user or an email: what is meant to be read, and is not hidden. */
const shown = new Set(['allowedUserIds', 'managedComputersAllowedEmails', 'byomComputersAllowedEmails']);

const sentences: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `use ${secret} for it`,
  (secret) => `curl -H "Authorization: Bearer ${secret}" https://api.example.com/v1`,
  (secret) => `https://user:${secret}@git.example.com/acme`,
  (secret) => `https://api.example.com/v1?key=${secret}`,
  (secret) => `API_TOKEN=${secret} deploy --now`,
  (secret) => JSON.stringify({ token: secret }),
];

/**
 * Settings with every field of the document, a secret in every text, and unknown fields that are secrets in every
 * container. `next` gives a new secret each time.
 */
export function hostileSettings(next: () => string): Readonly<Record<string, unknown>> {
  let texts = 0;
  const spoiled = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') {
      texts += 1;
      return sentences[texts % sentences.length]?.(next());
    }
    if (typeof value !== 'object' || value === null || shown.has(name)) {
      return value;
    }
    return Array.isArray(value) ? [...value.map((item) => spoiled(item)), next()] : withFields(value);
  };
  const withFields = (value: object): object => ({
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoiled(inner, name)])),
    unlisted: next(),
    [next()]: { enabled: true },
    vault: [{ password: next() }],
  });
  return { ...withFields(documented.changes[0]?.settings ?? {}) };
}
