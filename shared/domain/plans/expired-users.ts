import type { Budget } from '../budgets/budget.ts';
import type { Exemption } from '../budgets/exemption.ts';
import { endOfGrant } from '../budgets/grant.ts';
import { formatScope } from '../budgets/scope.ts';
import type { TopUp } from '../budgets/top-up.ts';

/** What admins have set that can end. */
export interface Ending {
  readonly budgets: readonly Budget[];
  readonly topUps: readonly TopUp[];
  readonly exemptions: readonly Exemption[];
}

/**
 * When a budget of their own, a top-up or an exemption of somebody, or a top-up of a team, came to its end last, as of an
 * ISO instant, in Unix milliseconds by the matching form of the email, or the team's scope as a text. What follows for
 * their caps was decided when it was given, or by who ended it.
 */
export function latestEnds(
  { budgets, topUps, exemptions }: Ending,
  { until }: { readonly until: string },
): ReadonlyMap<string, number> {
  const ends = [
    ...budgets.flatMap(({ scope, to }) =>
      scope.kind === 'user' && to !== undefined ? [{ whose: scope.email, end: endOfGrant(to, {}) }] : [],
    ),
    ...topUps.flatMap((topUp) =>
      [keyOf(topUp.scope), ...(topUp.for ?? [])].map((whose) => ({ whose, end: endOfGrant(topUp.to, topUp) })),
    ),
    ...exemptions.map((exemption) => ({ whose: exemption.email, end: endOfGrant(exemption.until, exemption) })),
  ];
  const latest = new Map<string, number>();
  for (const { whose, end } of ends) {
    const endMs = Date.parse(end);
    if (endMs <= Date.parse(until)) {
      latest.set(whose, Math.max(endMs, latest.get(whose) ?? endMs));
    }
  }
  return latest;
}

function keyOf(scope: TopUp['scope']): string {
  return scope.kind === 'user' ? scope.email : formatScope(scope);
}
