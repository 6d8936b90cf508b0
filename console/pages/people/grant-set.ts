import type { OperationGiven } from '../../api/call-api.ts';

export type GrantSet = OperationGiven<'addGrants'>['body'];

/** Credits that each of some people gets. */
export interface Given {
  readonly email: string;
  readonly credits: unknown;
}

/** Top-ups of some people with the same days and reason, as one set of the API. */
export function topUpSet(given: readonly Given[], terms: Readonly<Record<string, unknown>>): GrantSet {
  return { topUps: given.map(({ email, credits }) => ({ ...terms, scope: `user:${email}`, credits })) };
}

/** Exemptions of some people through the same day, as one set of the API. */
export function exemptionSet(emails: readonly string[], terms: Readonly<Record<string, unknown>>): GrantSet {
  return { exemptions: emails.map((email) => ({ ...terms, email })) };
}

/** The people whose limit does not change by what they are given. */
export function unchanged(given: readonly Given[], changes: readonly { readonly email: string }[]): readonly string[] {
  const changed = new Set(changes.map(({ email }) => email.toLowerCase()));
  return given.flatMap(({ email }) => (changed.has(email.toLowerCase()) ? [] : [email]));
}
