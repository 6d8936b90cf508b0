import type { Json } from './json.ts';

/**
 * What stands in a settings tree in the place of a secret. The secret itself is replaced in the platform adapter,
 * before domain, store, log or mail can see it. Equal fingerprints are equal secrets; nothing leads from one back.
 */
export interface SecretMark {
  /** `reference`: no secret, but the name of one, as `${VAR}` is. `empty`: nothing at all. */
  readonly $secret: 'literal' | 'reference' | 'empty';
  /** A keyed hash, shortened; absent for `empty`. */
  readonly fingerprint?: string;
}

/** Whether a value stands for a secret. */
export function isSecretMark(value: Json | undefined): value is Json & SecretMark {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const kind = Object.hasOwn(value, '$secret') ? (value as { readonly $secret?: Json }).$secret : undefined;
  return kind === 'literal' || kind === 'reference' || kind === 'empty';
}
