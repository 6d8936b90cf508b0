import type { GrantedKind } from '../kernel/records/record-kind.ts';
import type { Day } from '../kernel/time/day.ts';
import { endOfGrant, type GrantRecord, type GrantStatus, type TermsOf } from './grant.ts';
import type { TopUp } from './top-up.ts';

export interface Exemption extends GrantRecord {
  readonly kind: 'exemption';
  /** In its matching form. */
  readonly email: string;
  readonly until: Day;
}

export type Grant = TopUp | Exemption;

export type ExemptionTerms = TermsOf<Exemption>;

export const exemptionKind: GrantedKind<Pick<ExemptionTerms, 'email'>, ExemptionTerms> = {
  name: 'exemption',
  plainKey: ({ email }) => ({ email }),
  plain: (terms) => terms,
  subject: ({ email }) => `user:${email}`,
  title: ({ email }) => `the exemption of ${email}`,
};

/** Returns the status of an exemption on a UTC day; it is in force from its creation. */
export function exemptionStatus({ until, endedAt }: Exemption, day: Day): GrantStatus {
  if (endedAt !== undefined) {
    return 'ended';
  }
  return day <= until ? 'in-force' : 'over';
}

/** Users who are exempt on a day, and when earlier exemptions ended. Emails are in their matching form. */
export interface ExemptPeople {
  readonly emails: ReadonlySet<string>;
  readonly exemptUntil: ReadonlyMap<string, string>;
}

export function exemptPeople(exemptions: readonly Exemption[], day: Day): ExemptPeople {
  const exemptUntil = new Map<string, string>();
  for (const exemption of exemptions.filter((each) => exemptionStatus(each, day) !== 'in-force')) {
    const end = endOfGrant(exemption.until, exemption);
    const latest = exemptUntil.get(exemption.email);
    exemptUntil.set(exemption.email, latest === undefined || latest < end ? end : latest);
  }
  const inForce = exemptions.filter((each) => exemptionStatus(each, day) === 'in-force');
  return { emails: new Set(inForce.map(({ email }) => email)), exemptUntil };
}
