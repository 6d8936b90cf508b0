import { statementIn, type Anchor, type AnchorStatement } from './anchor.ts';

export interface AnchorKey {
  /** SHA-256 of the key (SubjectPublicKeyInfo, DER), 64 hexadecimal characters. */
  readonly fingerprint: string;
  readonly pem: string;
  verifies(text: string, signature: string): boolean;
}

export interface StoredAnchor {
  readonly place: string;
  readonly anchor: Anchor | undefined;
}

export type AnchorProblem = 'unreadable' | 'other-organization' | 'other-key' | 'wrong-signature';

export interface ValidAnchor {
  readonly kind: 'valid';
  readonly place: string;
  readonly anchor: Anchor;
  readonly statement: AnchorStatement;
}

export interface InvalidAnchor {
  readonly kind: 'invalid';
  readonly place: string;
  readonly problem: AnchorProblem;
  readonly key?: string;
}

export type CheckedAnchor = ValidAnchor | InvalidAnchor;

/** Checks whether an anchor belongs to this chain and is signed with one of these keys. */
export function checkAnchor(
  { place, anchor }: StoredAnchor,
  { organization, keys }: { readonly organization: string; readonly keys: readonly AnchorKey[] },
): CheckedAnchor {
  const statement = anchor === undefined ? undefined : statementIn(anchor.text);
  if (anchor === undefined || statement === undefined) {
    return { kind: 'invalid', place, problem: 'unreadable' };
  }
  const key = keys.find(({ fingerprint }) => fingerprint === anchor.key);
  if (key === undefined) {
    return { kind: 'invalid', place, problem: 'other-key', key: anchor.key };
  }
  if (!key.verifies(anchor.text, anchor.signature)) {
    return { kind: 'invalid', place, problem: 'wrong-signature', key: anchor.key };
  }
  return statement.organization === organization
    ? { kind: 'valid', place, anchor, statement }
    : { kind: 'invalid', place, problem: 'other-organization', key: anchor.key };
}

export function isValidAnchor(checked: CheckedAnchor): checked is ValidAnchor {
  return checked.kind === 'valid';
}
