import type { BudgetTerms } from '../budgets/budget.ts';
import { formatScope } from '../budgets/scope.ts';
import type { Grant } from '../grants/exemption.ts';
import { changed, type RecordChange } from '../kernel/records/diff-records.ts';
import type { TeamTerms } from '../teams/team.ts';

export interface ProposedEdits {
  readonly budgets: readonly RecordChange<BudgetTerms>[];
  readonly teams: readonly RecordChange<TeamTerms>[];
  readonly grants: readonly Grant[];
}

export const noEdits: ProposedEdits = { budgets: [], teams: [], grants: [] };

/** Returns the scopes whose budgets or members the edits change, as texts. */
export function editedScopes({ budgets, teams }: ProposedEdits): ReadonlySet<string> {
  return new Set([
    ...budgets.map((change) => formatScope(changed(change).scope)),
    ...teams.map((change) => formatScope({ kind: 'team', name: changed(change).name })),
  ]);
}

/** The people whom edits name, in the matching form of their emails: of grants, of moves both, and of their own budgets. */
export function namedEmails({ budgets, grants }: ProposedEdits): ReadonlySet<string> {
  const ofBudgets = budgets.flatMap((change) => {
    const { scope } = changed(change);
    return scope.kind === 'user' ? [scope.email] : [];
  });
  const ofGrants = grants.flatMap((grant) => {
    if (grant.kind === 'exemption') {
      return [grant.email];
    }
    const { scope, takenFrom, for: recipients = [] } = grant;
    return [...(scope.kind === 'user' ? [scope.email] : recipients), ...(takenFrom === undefined ? [] : [takenFrom])];
  });
  return new Set([...ofBudgets, ...ofGrants]);
}
