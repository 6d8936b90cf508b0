import type { Budget } from '../budgets/budget.ts';
import type { Exemption } from '../budgets/exemption.ts';
import { endOfGrant } from '../budgets/grant.ts';
import type { TopUp } from '../budgets/top-up.ts';

/** What admins have laid down, as far as it can come to an end. */
export interface Ending {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
}

/**
 * Who had a budget of their own, a top-up or an exemption that came to its end between two ISO instants, by the
 * matching form of the email. What follows for their caps was decided when it was given, or by who ended it.
 */
export function expiredEmails(
  { budgets, topUps, exemptions }: Ending,
  { after, until }: { readonly after: string; readonly until: string },
): ReadonlySet<string> {
  const ends = [
    ...budgets.flatMap(({ scope, to }) =>
      scope.kind === 'user' && to !== undefined ? [{ email: scope.email, end: endOfGrant(to, {}) }] : [],
    ),
    ...topUps.flatMap((topUp) =>
      topUp.scope.kind === 'user' ? [{ email: topUp.scope.email, end: endOfGrant(topUp.to, topUp) }] : [],
    ),
    ...exemptions.map((exemption) => ({ email: exemption.email, end: endOfGrant(exemption.until, exemption) })),
  ];
  const isPast = ({ end }: { readonly end: string }) =>
    Date.parse(end) > Date.parse(after) && Date.parse(end) <= Date.parse(until);
  return new Set(ends.filter(isPast).map(({ email }) => email));
}
