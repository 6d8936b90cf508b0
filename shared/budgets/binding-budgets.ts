import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { Day } from '../kernel/time/day.ts';
import { emailKey } from '../roster/email.ts';
import { isInForce, type Budget } from './budget.ts';
import { budgetsBy, personalBudgets, type PersonalBudgets } from './personal-budgets.ts';
import { formatScope, parseScope } from './scope.ts';
import { windowAt, type PlatformWindow, type Window, type WindowKind } from './window.ts';

export interface BindingBudgets extends PersonalBudgets<Budget> {
  readonly day: Day;
  readonly invalidScopes: ReadonlySet<string>;
  readonly forOrganization: readonly Budget[];
  readonly byTeam: ReadonlyMap<string, readonly Budget[]>;
  readonly byModel: ReadonlyMap<string, readonly Budget[]>;
}

/** Picks the budgets in force on a day, sorted. `invalidScopes` are the scopes of unreadable rows. */
export function bindingBudgets(budgets: readonly Budget[], invalidScopes: readonly string[], day: Day): BindingBudgets {
  const inForce = sortedBy(
    budgets.filter((budget) => isInForce(budget, day)),
    ({ window }) => window,
  );
  return {
    day,
    invalidScopes: new Set(invalidScopes.map(exactScope)),
    ...personalBudgets(inForce),
    forOrganization: inForce.filter((budget) => budget.scope.kind === 'org'),
    byTeam: budgetsBy(inForce, ({ scope }) => (scope.kind === 'team' ? scope.name : undefined)),
    byModel: budgetsBy(inForce, ({ scope }) => (scope.kind === 'model' ? scope.id : undefined)),
  };
}

/** Returns every window kind whose use must be known: those of the budgets in force, and the platform's own. */
export function windowsInUse(budgets: readonly Budget[], day: Day, platformWindow: PlatformWindow): readonly Window[] {
  const kinds = budgets.filter((budget) => isInForce(budget, day)).map((budget) => budget.window);
  return [...new Set<WindowKind>(['platform', ...kinds])].map((kind) => windowAt(kind, day, platformWindow));
}

/** Whether the table holds an unreadable budget that would apply to a person. */
export function hasInvalidBudget(
  { email, team }: { readonly email: string; readonly team: string | undefined },
  { invalidScopes, ownByEmail }: BindingBudgets,
): boolean {
  if (invalidScopes.size === 0) {
    return false;
  }
  const key = emailKey(email);
  const isInheriting = !ownByEmail.has(key);
  return (
    invalidScopes.has(formatScope({ kind: 'user', email: key })) ||
    invalidScopes.has('org') ||
    (isInheriting && invalidScopes.has('default')) ||
    (isInheriting && team !== undefined && invalidScopes.has(formatScope({ kind: 'members', name: team })))
  );
}

/** A row may be unreadable only because of the spelling of its scope; its scope is then still known. */
function exactScope(text: string): string {
  const scope = parseScope(text);
  return scope === undefined ? text : formatScope(scope);
}
