import { creditsOf, type BudgetTerms } from '../budgets/budget.ts';
import type { Grant } from '../budgets/exemption.ts';
import { formatScope, type Scope } from '../budgets/scope.ts';
import { reservedByEmail } from '../budgets/top-up.ts';
import type { RecordChange } from '../records/diff-records.ts';
import type { Gain } from './four-eyes.ts';

/** What is known of a person on the roster who edits. */
export interface EditingPerson {
  /** In its matching form. */
  readonly email: string;
  readonly team: string | undefined;
  /** The default binds them only where this is false. */
  readonly hasOwnBudget: boolean;
}

/** What a change of a budget gives to a person at once or at any later time, whatever else binds them today. */
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

/** What a top-up or an exemption gives to a person. */
export function gainsOfGrant(grant: Grant, person: EditingPerson): readonly Gain[] {
  if (grant.kind === 'exemption') {
    return grant.email === person.email ? [{ email: person.email, what: 'this exemption' }] : [];
  }
  const named = [...reservedByEmail(grant).keys()];
  const raised = [grant.scope, ...(grant.raises ?? [])];
  // A top-up of a team that says whom it is for gives to those alone; what raises a pool gives to all who draw on it.
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
    case 'default':
      return !hasOwnBudget;
    // What the organization has is everybody's, and no limit of one's own.
    case 'org':
      return false;
  }
}

/** Whether terms leave somebody more than others. A budget of one's own stands before the default; none is no bound. */
function isLooser(before: BudgetTerms | undefined, after: BudgetTerms | undefined, scope: Scope): boolean {
  if (before === undefined) {
    // Only a budget of one's own can give by being there: it stands before the default.
    return scope.kind === 'user';
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
