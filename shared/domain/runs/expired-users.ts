import type { Budget } from '../budgets/budget.ts';
import type { Exemption } from '../budgets/exemption.ts';
import { endOfGrant } from '../budgets/grant.ts';
import type { TopUp } from '../budgets/top-up.ts';

/** What admins have set that can end. */
export interface Ending {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
}

/**
 * When a budget of their own, a top-up or an exemption of somebody came to its end last, as of an ISO instant, in Unix
 * milliseconds by the matching form of the email. What follows for their caps was decided when it was given, or by who
 * ended it.
 */
export function latestEnds(
  { budgets, topUps, exemptions }: Ending,
  { until }: { readonly until: string },
): ReadonlyMap<string, number> {
  const ends = [
    ...budgets.flatMap(({ scope, to }) =>
      scope.kind === 'user' && to !== undefined ? [{ email: scope.email, end: endOfGrant(to, {}) }] : [],
    ),
    ...topUps.flatMap((topUp) =>
      [...new Set([...(topUp.scope.kind === 'user' ? [topUp.scope.email] : []), ...(topUp.for ?? [])])].map(
        (email) => ({
          email,
          end: endOfGrant(topUp.to, topUp),
        }),
      ),
    ),
    ...exemptions.map((exemption) => ({ email: exemption.email, end: endOfGrant(exemption.until, exemption) })),
  ];
  const latest = new Map<string, number>();
  for (const { email, end } of ends) {
    const endMs = Date.parse(end);
    if (endMs <= Date.parse(until)) {
      latest.set(email, Math.max(endMs, latest.get(email) ?? endMs));
    }
  }
  return latest;
}
