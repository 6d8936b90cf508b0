import type { GrantedKind } from '../records/record-kind.ts';
import type { Day } from '../time/day.ts';
import { endOfGrant, type GrantRecord, type GrantStatus, type TermsOf } from './grant.ts';
import type { TopUp } from './top-up.ts';

/** A user who is exempt from limits through a day. */
export interface Exemption extends GrantRecord {
  readonly kind: 'exemption';
  /** In its matching form. */
  readonly email: string;
  /** The last UTC day on which the user is exempt. */
  readonly until: Day;
}

/** What an admin grants beside the budgets, for a limited time. */
export type Grant = TopUp | Exemption;

export type ExemptionTerms = TermsOf<Exemption>;

/** Exemptions as records. */
export const exemptionKind: GrantedKind<Pick<ExemptionTerms, 'email'>, ExemptionTerms> = {
  name: 'exemption',
  plainKey: ({ email }) => ({ email }),
  plain: (terms) => terms,
  subject: ({ email }) => `user:${email}`,
  title: ({ email }) => `the exemption of ${email}`,
};

/** The status of an exemption on a UTC day; it is in force from the moment at which it is made. */
export function exemptionStatus({ until, endedAt }: Exemption, day: Day): GrantStatus {
  if (endedAt !== undefined) {
    return 'ended';
  }
  return day <= until ? 'in-force' : 'over';
}

/** Users who are exempt on a day, and for former ones until when they were. Emails are in their matching form. */
export interface ExemptPeople {
  readonly emails: ReadonlySet<string>;
  /** The latest ISO instant at which an exemption came to its end. */
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
