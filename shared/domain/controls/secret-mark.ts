import { canonicalJson } from './canonical-json.ts';
import { isList, type Json } from './json.ts';

/**
 * Replaces a secret in a settings tree. The platform adapter replaces the secret before domain, store, log or mail can
 * see it. Equal fingerprints mean equal secrets; a fingerprint does not lead back to its secret.
 */
export interface SecretMark {
  /** `reference`: no secret, but the name of one, as `${VAR}` is. `empty`: nothing at all. */
  readonly $secret: 'literal' | 'reference' | 'empty';
  /** A keyed hash, shortened; absent for `empty`. */
  readonly fingerprint?: string;
}

/** Whether a value is the mark of a secret. */
export function isSecretMark(value: Json | undefined): value is Json & SecretMark {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return false;
  }
  const kind = Object.hasOwn(value, '$secret') ? (value as { readonly $secret?: Json }).$secret : undefined;
  return kind === 'literal' || kind === 'reference' || kind === 'empty';
}

/** Whether two values are marks of one text: rules of another version may call it a reference that these call literal. */
export function isSameSecret(one: Json | undefined, other: Json | undefined): boolean {
  return isSecretMark(one) && isSecretMark(other) && one.fingerprint === other.fingerprint;
}

/** The same value with an empty text in the place of each mark, for what knows no marks. */
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

/** A value of a control as text: JSON, or what stands for a secret. */
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
