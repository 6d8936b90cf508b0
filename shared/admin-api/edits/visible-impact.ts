import type { ShownImpact } from '../../application/impact/show-impact.ts';
import { formatScope } from '../../domain/budgets/scope.ts';
import type { ProposedEdits } from '../../domain/impact/proposed-edits.ts';
import { changed } from '../../domain/records/diff-records.ts';
import { Problem } from '../problem.ts';
import type { Visible } from './visible-to.ts';

/** What somebody may see of an impact: whose limit it is, and which pools. */
export function visibleImpact(impact: ShownImpact, visible: Visible): ShownImpact {
  const isSeen = ({ email }: { readonly email: string }): boolean => visible.email(email);
  return {
    ...impact,
    effects: impact.effects.filter(isSeen),
    stopped: impact.stopped.filter(isSeen),
    freed: impact.freed.filter(isSeen),
    pools: impact.pools.filter(({ pool }) => visible.scope(formatScope(pool.scope))),
    warnings: impact.warnings.filter(({ scope }) => scope === undefined || visible.scope(scope)),
    past: { ...impact.past, stops: impact.past.stops.filter(isSeen) },
  };
}

/** Raises Problem for edits that concern others than somebody may see: their impact would show these. */
export function refuseForeign({ budgets, teams, grants }: ProposedEdits, visible: Visible): void {
  const scopes = [
    ...budgets.map((change) => formatScope(changed(change).scope)),
    ...teams.map((change) => `team:${changed(change).name}`),
    ...grants.map((grant) => (grant.kind === 'top-up' ? formatScope(grant.scope) : `user:${grant.email}`)),
  ];
  const foreign = scopes.find((scope) => !visible.scope(scope));
  if (foreign !== undefined) {
    throw new Problem(
      'not-allowed',
      `${foreign} is no team of yours and no member of one; it takes the role budget-admin`,
    );
  }
}
