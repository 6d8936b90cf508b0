import { creditsOf, type BudgetTerms } from '../../budgets/budget.ts';
import { formatScope, type Scope } from '../../budgets/scope.ts';
import type { Grant } from '../../grants/exemption.ts';
import { reservedByEmail } from '../../grants/top-up.ts';
import type { RecordChange } from '../records/diff-records.ts';
import type { Gain } from './four-eyes.ts';

export interface EditingPerson {
  /** In its matching form. */
  readonly email: string;
  readonly team: string | undefined;
  readonly hasOwnBudget: boolean;
}

/** What a budget change gives a person, now or later, regardless of other budgets. */
export function gainsOfBudget(change: RecordChange<BudgetTerms>, person: EditingPerson): readonly Gain[] {
  const [before, after] = [
    change.kind === 'add' ? undefined : change.before,
    change.kind === 'remove' ? undefined : change.after,
  ];
  const terms = after ?? before;
  if (terms === undefined || !concerns(terms.scope, person) || !isLooser(before, after, terms.scope)) {
    return [];
  }
  return [{ email: person.email, what: `the budget ${formatScope(terms.scope)} ${terms.window}` }];
}

export function gainsOfGrant(grant: Grant, person: EditingPerson): readonly Gain[] {
  if (grant.kind === 'exemption') {
    return grant.email === person.email ? [{ email: person.email, what: 'this exemption' }] : [];
  }
  const named = [...reservedByEmail(grant).keys()];
  const raised = [grant.scope, ...(grant.raises ?? [])];
  // A team top-up with named recipients gives only to them; one that raises a pool gives to all its members.
  const isFor =
    named.includes(person.email) ||
    (named.length === 0 ? raised : (grant.raises ?? [])).some((scope) => concerns(scope, person));
  return isFor ? [{ email: person.email, what: `this top-up of ${formatScope(grant.scope)}` }] : [];
}

function concerns(scope: Scope, { email, team, hasOwnBudget }: EditingPerson): boolean {
  switch (scope.kind) {
    case 'user':
      return scope.email === email;
    case 'team':
      return scope.name === team;
    case 'members':
      return scope.name === team && !hasOwnBudget;
    case 'default':
      return !hasOwnBudget;
    // The organization's pool is shared and gives no one a limit of their own.
    case 'org':
    case 'model':
      return false;
  }
}

/** Whether terms leave a person more than others. An own budget replaces the default; no budget means no bound. */
function isLooser(before: BudgetTerms | undefined, after: BudgetTerms | undefined, scope: Scope): boolean {
  if (before === undefined) {
    // An own budget or a team's default can give more by existing: it replaces a default.
    return scope.kind === 'user' || scope.kind === 'members';
  }
  if (after === undefined) {
    return true;
  }
  return (
    creditsOf(after.amount) > creditsOf(before.amount) ||
    (before.mode === 'enforce' && after.mode !== 'enforce') ||
    (after.reserved ?? 0) > (before.reserved ?? 0) ||
    (after.priority === 'high' && before.priority !== 'high') ||
    factorOf(after) > factorOf(before) ||
    (after.from ?? '') > (before.from ?? '') ||
    (after.to ?? last) < (before.to ?? last)
  );
}

const last = '9999-12-31';

function factorOf({ guarantee }: BudgetTerms): number {
  return guarantee?.kind === 'overcommit' ? guarantee.factor : 1;
}
