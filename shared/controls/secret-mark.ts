import { canonicalJson } from './canonical-json.ts';
import { isList, type Json } from './json.ts';

/**
 * Replaces a secret in a settings tree before domain, store, log or mail can see it; the platform adapter does it.
 * Equal fingerprints mean equal secrets; a fingerprint cannot be reversed.
 */
export interface SecretMark {
  /** `reference`: only the name of a secret, such as `${VAR}`. `empty`: nothing. */
  readonly $secret: 'literal' | 'reference' | 'empty';
  /** A keyed hash, shortened; absent for `empty`. */
  readonly fingerprint?: string;
}

export function isSecretMark(value: Json | undefined): value is Json & SecretMark {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const kind = Object.hasOwn(value, '$secret') ? (value as { readonly $secret?: Json }).$secret : undefined;
  return kind === 'literal' || kind === 'reference' || kind === 'empty';
}

/** Whether two values are marks of one text: another version of the rules may classify it differently. */
export function isSameSecret(one: Json | undefined, other: Json | undefined): boolean {
  return isSecretMark(one) && isSecretMark(other) && one.fingerprint === other.fingerprint;
}

/** Replaces each mark by an empty text, for code that knows no marks. */
export function withoutMarks(value: Json): Json {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (isSecretMark(value)) {
    return '';
  }
  return isList(value)
    ? value.map(withoutMarks)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMarks(inner)]));
}

/** Formats a value of a control: JSON, or the mark of a secret. */
export function valueText(value: Json): string {
  if (!isSecretMark(value)) {
    return canonicalJson(value);
  }
  switch (value.$secret) {
    case 'literal':
      return `[secret:${value.fingerprint ?? ''}]`;
    case 'reference':
      return `[reference to a secret:${value.fingerprint ?? ''}]`;
    case 'empty':
      return '[empty secret]';
  }
}
