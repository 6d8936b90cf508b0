import type { Day } from '../time/day.ts';
import type { GrantedKind } from '../records/record-kind.ts';
import { endOfGrant, type GrantRecord, type GrantStanding, type TermsOf } from './grant.ts';

/** A user whom Curfew leaves alone through a day. */
export interface Exemption extends GrantRecord {
  readonly kind: 'exemption';
  /** In its matching form. */
  readonly email: string;
  /** The last UTC day on which the user is left alone. */
  readonly until: Day;
}

export type ExemptionTerms = TermsOf<Exemption>;

/** Exemptions as records. */
export const exemptionKind: GrantedKind<Pick<ExemptionTerms, 'email'>, ExemptionTerms> = {
  name: 'exemption',
  plainKey: ({ email }) => ({ email }),
  plain: (terms) => terms,
  subject: ({ email }) => `user:${email}`,
  title: ({ email }) => `the exemption of ${email}`,
};

/** Where an exemption stands on a UTC day; it is in force from the moment at which it is made. */
export function exemptionStanding({ until, endedAt }: Exemption, day: Day): GrantStanding {
  if (endedAt !== undefined) {
    return 'ended';
  }
  return day <= until ? 'in-force' : 'over';
}

/** Who is exempt on a day, and until when those were who no longer are. Emails are in their matching form. */
export interface ExemptPeople {
  readonly emails: ReadonlySet<string>;
  /** The latest ISO instant at which an exemption came to its end. */
  readonly leftAloneUntil: ReadonlyMap<string, string>;
}

export function exemptPeople(exemptions: readonly Exemption[], day: Day): ExemptPeople {
  const leftAloneUntil = new Map<string, string>();
  for (const exemption of exemptions.filter((each) => exemptionStanding(each, day) !== 'in-force')) {
    const end = endOfGrant(exemption.until, exemption);
    const latest = leftAloneUntil.get(exemption.email);
    leftAloneUntil.set(exemption.email, latest === undefined || latest < end ? end : latest);
  }
  const inForce = exemptions.filter((each) => exemptionStanding(each, day) === 'in-force');
  return { emails: new Set(inForce.map(({ email }) => email)), leftAloneUntil };
}
