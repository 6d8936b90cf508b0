import { sortedBy } from '../kernel/texts/compare-text.ts';
import { emailKey } from '../roster/email.ts';
import { budgetKey, type BudgetKey } from './budget.ts';
import { formatScope } from './scope.ts';

/** The budgets of single people: own ones by email, and what people without one inherit, by team. */
export interface PersonalBudgets<B extends BudgetKey> {
  readonly ownByEmail: ReadonlyMap<string, readonly B[]>;
  /** What members of a team with a default of its own inherit. */
  readonly inheritedByTeam: ReadonlyMap<string, readonly B[]>;
  readonly forDefault: readonly B[];
}

interface Holder {
  readonly email: string;
  readonly team: string | undefined;
}

/** Sorts budgets of single people by whom they are for. At most one exists for each scope and window. */
export function personalBudgets<B extends BudgetKey>(budgets: readonly B[]): PersonalBudgets<B> {
  const byWindow = sortedBy(budgets, ({ window }) => window);
  const forDefault = byWindow.filter(({ scope }) => scope.kind === 'default');
  const ofTeams = budgetsBy(byWindow, ({ scope }) => (scope.kind === 'members' ? scope.name : undefined));
  return {
    ownByEmail: budgetsBy(byWindow, ({ scope }) => (scope.kind === 'user' ? scope.email : undefined)),
    inheritedByTeam: new Map([...ofTeams].map(([team, own]) => [team, inherited(own, forDefault)])),
    forDefault,
  };
}

/**
 * The budgets that apply to a person alone. Own budgets replace both defaults in every window; without any, the default
 * of the team replaces that of the organization, window by window.
 */
export function budgetsOf<B extends BudgetKey>(personal: PersonalBudgets<B>, { email, team }: Holder): readonly B[] {
  return personal.ownByEmail.get(emailKey(email)) ?? inheritedBy(personal, team);
}

/** What people of a team without an own budget inherit; without a team, from the organization. */
export function inheritedBy<B extends BudgetKey>(
  { inheritedByTeam, forDefault }: PersonalBudgets<B>,
  team: string | undefined,
): readonly B[] {
  return (team === undefined ? undefined : inheritedByTeam.get(team)) ?? forDefault;
}

/** Whether a budget is among those that apply to a person alone. */
export function isBudgetOf<B extends BudgetKey>(
  { scope, window }: BudgetKey,
  personal: PersonalBudgets<B>,
  holder: Holder,
): boolean {
  const key = formatScope(scope);
  return budgetsOf(personal, holder).some((each) => each.window === window && formatScope(each.scope) === key);
}

/** Who each budget applies to alone, by the budget's key, in one pass: there may be thousands of budgets. */
export function holdersByBudget<B extends BudgetKey, H extends Holder>(
  personal: PersonalBudgets<B>,
  holders: Iterable<H>,
): ReadonlyMap<string, readonly H[]> {
  const byBudget = new Map<B, H[]>();
  for (const holder of holders) {
    for (const budget of budgetsOf(personal, holder)) {
      const known = byBudget.get(budget);
      if (known === undefined) {
        byBudget.set(budget, [holder]);
      } else {
        known.push(holder);
      }
    }
  }
  return new Map([...byBudget].map(([budget, known]) => [budgetKey(budget), known]));
}

function inherited<B extends BudgetKey>(ofTeam: readonly B[], forDefault: readonly B[]): readonly B[] {
  const replaced = new Set(ofTeam.map(({ window }) => window));
  return sortedBy([...ofTeam, ...forDefault.filter(({ window }) => !replaced.has(window))], ({ window }) => window);
}

/** Budgets by a name, both in order; those without a name are left out. */
export function budgetsBy<B>(
  budgets: readonly B[],
  nameOf: (budget: B) => string | undefined,
): ReadonlyMap<string, readonly B[]> {
  const named = budgets.flatMap((budget) => {
    const name = nameOf(budget);
    return name === undefined ? [] : [{ name, budget }];
  });
  const byName = Map.groupBy(
    sortedBy(named, ({ name }) => name),
    ({ name }) => name,
  );
  return new Map([...byName].map(([name, rows]) => [name, rows.map(({ budget }) => budget)]));
}
