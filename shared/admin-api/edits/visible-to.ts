import type { ShownImpact } from '../../application/impact/show-impact.ts';
import { parseScope, formatScope } from '../../domain/budgets/scope.ts';
import type { Explanation } from '../../domain/explanation/explanation.ts';
import type { ProposedEdits } from '../../domain/impact/proposed-edits.ts';
import { changed } from '../../domain/records/diff-records.ts';
import { emailKey } from '../../domain/roster/email.ts';
import { assignTeams } from '../../domain/teams/assign-teams.ts';
import type { OperationWork } from '../operation.ts';
import { Problem } from '../problem.ts';
import { knownUsers } from '../snapshot-of.ts';

/** What of an installation somebody may see: all of it, or their teams and the members of these. */
export interface Visible {
  readonly team: (name: string) => boolean;
  readonly email: (email: string) => boolean;
  /** `team:NAME` or `user:EMAIL`. */
  readonly scope: (scope: string) => boolean;
}

const everything: Visible = { team: () => true, email: () => true, scope: () => true };

/** What the caller of an operation may see. */
export async function visibleTo(
  work: Pick<OperationWork, 'installation' | 'tables' | 'nowMs' | 'onlyTeams' | 'share'>,
): Promise<Visible> {
  const { installation, onlyTeams } = work;
  if (onlyTeams === undefined) {
    return everything;
  }
  const [users, { teams }] = await Promise.all([knownUsers(work), installation.teams.list()]);
  const { teamOf } = assignTeams(users, teams);
  const members = new Set(
    users.flatMap(({ userId, email }) =>
      email !== undefined && onlyTeams.includes(teamOf.get(userId) ?? '') ? [emailKey(email)] : [],
    ),
  );
  const team = (name: string): boolean => onlyTeams.includes(name);
  const email = (text: string): boolean => members.has(emailKey(text));
  return {
    team,
    email,
    scope(text) {
      const scope = parseScope(text);
      return scope?.kind === 'team' ? team(scope.name) : scope?.kind === 'user' && email(scope.email);
    },
  };
}

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

/**
 * What the owner of a team may read of a member's explanation: budgets of the member, of the team and of everybody
 * without one of their own. Of a pool of others only that it decides, and the share that it leaves the member.
 */
export function visibleExplanation(explanation: Explanation, visible: Visible): Explanation {
  const isSeen = ({ budget: { scope } }: Explanation['layers'][number]): boolean =>
    scope.kind === 'default' || visible.scope(formatScope(scope));
  return {
    ...explanation,
    layers: explanation.layers.filter(isSeen),
    emails: new Map([...explanation.emails].filter(([, email]) => visible.email(email))),
    // The doubts about a day hold totals of the organization.
    untrustedDays: explanation.untrustedDays.map(({ day, known }) => ({
      day,
      known: known && {
        ...known,
        doubts: known.doubts.map((doubt) => ({ ...doubt, detail: 'its figures are in doubt' })),
      },
    })),
  };
}
