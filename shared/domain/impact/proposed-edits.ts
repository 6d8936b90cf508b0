import type { BudgetTerms } from '../budgets/budget.ts';
import type { Grant } from '../budgets/exemption.ts';
import { formatScope } from '../budgets/scope.ts';
import { changed, type RecordChange } from '../records/diff-records.ts';
import type { TeamTerms } from '../teams/team.ts';

/** Edits that somebody is about to make, all together. */
export interface ProposedEdits {
  readonly budgets: readonly RecordChange<BudgetTerms>[];
  readonly teams: readonly RecordChange<TeamTerms>[];
  /** Top-ups and exemptions as they will be: new ones, and those that end. */
  readonly grants: readonly Grant[];
}

export const noEdits: ProposedEdits = { budgets: [], teams: [], grants: [] };

/** The scopes whose budgets or members edits change, as texts. */
export function editedScopes({ budgets, teams }: ProposedEdits): ReadonlySet<string> {
  return new Set([
    ...budgets.map((change) => formatScope(changed(change).scope)),
    ...teams.map((change) => formatScope({ kind: 'team', name: changed(change).name })),
  ]);
}
