import { creditsOf, type Budget, type BudgetTerms } from '../../budgets/budget.ts';
import { formatScope } from '../../budgets/scope.ts';
import type { TopUpTerms } from '../../grants/top-up.ts';
import { changed, type RecordChange } from '../records/diff-records.ts';
import { creditsPhrase } from '../texts/credits.ts';
import type { Access } from './decide-access.ts';

export interface OwnedTeam {
  readonly name: string;
  /** Emails in their matching form. */
  readonly members: ReadonlySet<string>;
  readonly budgets: readonly Budget[];
}

/** Decides whether a team owner may change a budget: members only, enforced, unreserved, within the team's amount. */
export function decideTeamBudget(change: RecordChange<BudgetTerms>, team: OwnedTeam): Access {
  const terms = changed(change);
  const { scope } = terms;
  if (scope.kind !== 'user' || !team.members.has(scope.email)) {
    return refused(`${formatScope(scope)} is no member of the team "${team.name}"`);
  }
  if (change.kind === 'remove') {
    return { kind: 'allowed' };
  }
  const most = mostOf(team, terms);
  if (most === undefined) {
    return refused(`the team "${team.name}" has no amount of its own that sets caps`);
  }
  if (creditsOf(terms.amount) > most) {
    return refused(`the amount is more than the ${creditsPhrase(most)} that the team "${team.name}" has itself`);
  }
  const before = change.kind === 'change' ? change.before : undefined;
  const isReserved = terms.reserved !== before?.reserved || terms.priority !== before?.priority;
  if (terms.mode !== 'enforce' || isReserved) {
    return refused('a budget of this kind has the mode enforce and reserves nothing of pools');
  }
  return { kind: 'allowed' };
}

/**
 * Decides whether a team owner may add a top-up: for members only, raising no pool, within the team's remaining. A move
 * between members takes nothing more of the team; its giver's remainder bounds it.
 */
export function decideTeamTopUp(
  { scope, credits, raises, takenFrom }: TopUpTerms,
  { leftCredits, ...team }: OwnedTeam & { readonly leftCredits: number },
): Access {
  if (scope.kind !== 'user' || !team.members.has(scope.email)) {
    return refused(`${formatScope(scope)} is no member of the team "${team.name}"`);
  }
  if (takenFrom !== undefined && !team.members.has(takenFrom)) {
    return refused(`${takenFrom} is no member of the team "${team.name}"`);
  }
  if (raises !== undefined && raises.length > 0) {
    return refused('this top-up raises pools, which are not the team’s to raise');
  }
  return takenFrom !== undefined || credits <= leftCredits
    ? { kind: 'allowed' }
    : refused(
        `the team "${team.name}" has ${creditsPhrase(Math.max(0, leftCredits))} left, and this top-up is of more`,
      );
}

function mostOf({ budgets }: OwnedTeam, { window }: BudgetTerms): number | undefined {
  const sameWindow = budgets.filter((budget) => budget.window === window);
  const amounts = (sameWindow.length > 0 ? sameWindow : budgets).map(({ amount }) => creditsOf(amount));
  const least = Math.min(...amounts);
  return Number.isFinite(least) ? least : undefined;
}

function refused(why: string): Access {
  return { kind: 'refused', reason: `${why}; it takes the role budget-admin` };
}
