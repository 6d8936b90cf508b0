import documented from '../fixtures/platform/controls-history.full.json' with { type: 'json' };
import type { OrdinaryShape } from './secret-traces.ts';

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

/** Where secrets of ordinary shapes stand: behind flags, in texts, under names in other languages and look-alike letters. */
function ordinary(next: Next): Readonly<Record<string, unknown>> {
  return {
    commandAllowlist: [
      `deploy -p ${next('short')} -k ${next('short')} --now`,
      `mysql -uroot -p${next('short')} app && curl -u bob:${next('short')} https://api.example.com`,
      `export DEPLOY_PIN=${next('short')}; unlock ${next('groups')}`,
      `machine git.example.com login bob password ${next('short')}`,
      `open https%3A%2F%2Fbob%3A${next('short')}%40git.example.com`,
      `verify ${next('bytes')} with ${next('signs')}`,
    ],
    contraseña: next('short'),
    пароль: next('short'),
    パスワード: next('short'),
    pаsswоrd: next('short'),
    tenantKey: next('short'),
    dbCreds: [next('short')],
    laterSetting: { option: next('short'), list: [next('signs'), next('groups')] },
    bytes: Array.from(next('short'), (letter) => letter.charCodeAt(0)),
    letters: Array.from(next('short')),
  };
}

/** Gives a new secret each time; one of this shape, when there is one. */
type Next = (shape?: OrdinaryShape) => string;

/**
 * Settings with every field of the document, a secret in every text, and unknown fields that are secrets in every
 * container. `next` gives a new secret each time.
 */
export function hostileSettings(next: Next): Readonly<Record<string, unknown>> {
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
  const { commandAllowlist, ...unlisted } = ordinary(next);
  const settings: Readonly<Record<string, unknown>> = {
    ...withFields(documented.changes[0]?.settings ?? {}),
    ...unlisted,
  };
  return { ...settings, commandAllowlist: [settings['commandAllowlist'], commandAllowlist].flat() };
}
