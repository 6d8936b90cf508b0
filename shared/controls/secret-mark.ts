import { canonicalJson, isList, isObject, type Json } from './json.ts';
import type { Revision } from './revision.ts';

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

const mark = /\[secret:[^\]\s]{0,64}\]/u;

/** Whether one content may be the other under later redaction rules: visible parts are equal. */
export function isSameButForMarks(older: Revision, newer: Revision): boolean {
  const facts = ({ revision, actor, updatedAt }: Revision): string =>
    canonicalJson({ revision, actor: { ...actor }, updatedAt: Date.parse(updatedAt) || updatedAt });
  return facts(older) === facts(newer) && isAlike(older.settings, newer.settings);
}

function isAlike(older: Json, newer: Json): boolean {
  if (isSecretMark(newer)) {
    return isSecretMark(older) ? isSameSecret(older, newer) : mark.test(JSON.stringify(older)) || holdsMark(older);
  }
  if (typeof older === 'string' && typeof newer === 'string') {
    return isTextAlike(older, newer);
  }
  if (isList(older) && isList(newer)) {
    return older.length === newer.length && older.every((item, index) => isAlike(item, newer[index] ?? null));
  }
  if (isObject(older) && isObject(newer) && !isSecretMark(older)) {
    return areMembersAlike(Object.entries(older), Object.entries(newer));
  }
  return canonicalJson(older) === canonicalJson(newer);
}

/** The visible text of the newer must appear in the older in the same order; hidden parts match anything. */
function isTextAlike(older: string, newer: string): boolean {
  if (older === newer || !mark.test(older)) {
    return older === newer;
  }
  const shown = newer.split(mark);
  let from = 0;
  return shown.every((piece, index) => {
    const at =
      index === 0
        ? older.startsWith(piece)
          ? 0
          : -1
        : index === shown.length - 1
          ? older.length - piece.length
          : older.indexOf(piece, from);
    const isThere = at >= from && older.startsWith(piece, at);
    from = at + piece.length;
    return isThere;
  });
}

/** Keys may contain secrets too, so members are matched by key, and the rest in order. */
function areMembersAlike(
  older: readonly (readonly [string, Json])[],
  newer: readonly (readonly [string, Json])[],
): boolean {
  const [before, after] = [new Map(older), new Map(newer)];
  const left = older.filter(([key]) => !after.has(key));
  const right = newer.filter(([key]) => !before.has(key));
  return (
    left.length === right.length &&
    left.every(([key, value], index) => {
      const [otherKey, other] = right[index] ?? ['', null];
      return isTextAlike(key, otherKey) && isAlike(value, other);
    }) &&
    newer.every(([key, value]) => !before.has(key) || isAlike(before.get(key) ?? null, value))
  );
}

function holdsMark(value: Json): boolean {
  if (isSecretMark(value)) {
    return true;
  }
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMark);
}
