import type { Day } from '../time/day.ts';
import type { GrantedKind } from '../records/record-kind.ts';
import type { GrantRecord, GrantStatus, TermsOf } from './grant.ts';
import { formatScope, type Scope } from './scope.ts';

/** Extra credits for a user or a team, for some days, both ends included. */
export interface TopUp extends GrantRecord {
  readonly kind: 'top-up';
  readonly scope: Extract<Scope, { kind: 'user' | 'team' }>;
  /** Standard Credits, 1 or more. */
  readonly credits: number;
  readonly from: Day;
  readonly to: Day;
}

export type TopUpTerms = TermsOf<TopUp>;

/** Top-ups as records. */
export const topUpKind: GrantedKind<Pick<TopUpTerms, 'scope'>, TopUpTerms> = {
  name: 'top-up',
  plainKey: ({ scope }) => ({ scope: formatScope(scope) }),
  plain: ({ scope, ...asTheyAre }) => ({ ...asTheyAre, scope: formatScope(scope) }),
  subject: ({ scope }) => formatScope(scope),
  title: ({ scope }) => `the top-up of ${formatScope(scope)}`,
};

/** The status of a top-up on a UTC day. */
export function topUpStatus({ from, to, endedAt }: TopUp, day: Day): GrantStatus {
  if (endedAt !== undefined) {
    return 'ended';
  }
  if (day < from) {
    return 'upcoming';
  }
  return day <= to ? 'in-force' : 'over';
}

/**
 * The credits that top-ups add on a day to each of a user's own finite budgets, by the matching form of the email;
 * a user without any is absent. A top-up counts in full in the window that holds the day, whatever its kind and whenever the
 * window began, and drops out of it again once it is over.
 */
export function topUpCreditsByEmail(topUps: readonly TopUp[], day: Day): ReadonlyMap<string, number> {
  const credits = new Map<string, number>();
  for (const topUp of topUps.filter((each) => topUpStatus(each, day) === 'in-force')) {
    if (topUp.scope.kind === 'user') {
      const { email } = topUp.scope;
      credits.set(email, (credits.get(email) ?? 0) + topUp.credits);
    }
  }
  return credits;
}

/**
 * The credits that top-ups add on a day to each finite budget of a team, by the team's name; a team without any is absent.
 * They count as those of users do.
 */
export function topUpCreditsByTeam(topUps: readonly TopUp[], day: Day): ReadonlyMap<string, number> {
  const credits = new Map<string, number>();
  for (const topUp of topUps.filter((each) => topUpStatus(each, day) === 'in-force')) {
    if (topUp.scope.kind === 'team') {
      const { name } = topUp.scope;
      credits.set(name, (credits.get(name) ?? 0) + topUp.credits);
    }
  }
  return credits;
}
