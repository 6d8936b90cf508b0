import { exemptionRecord, topUpRecord } from '../../../shared/grants/contract/grant.ts';
import type { OperationGiven } from '../../api/call-api.ts';
import { formOf } from '../../parts/editing/form-of.ts';

/** Where credits come from is asked for beside this form. */
export const creditsForm = formOf(topUpRecord, ['scope', 'withinPool', 'raises', 'takenFrom', 'for']);
export const exemptionForm = formOf(exemptionRecord, ['email']);

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

/** The people whose limit rises by less than they are given, with how much it rises. */
export function givenLess(
  given: readonly Given[],
  changes: readonly { readonly email: string; readonly from: number | null; readonly to: number | null }[],
): readonly { readonly email: string; readonly gets: number; readonly credits: number }[] {
  const byEmail = new Map(changes.map((change) => [change.email.toLowerCase(), change]));
  return given.flatMap(({ email, credits }) => {
    const { from = 0, to = 0 } = byEmail.get(email.toLowerCase()) ?? {};
    const gets = from === null || to === null ? Number(credits) : Math.max(0, to - from);
    return gets < Number(credits) ? [{ email, gets, credits: Number(credits) }] : [];
  });
}
