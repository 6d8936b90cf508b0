import { isInForce, type Amount, type Budget } from '../budgets/budget.ts';
import { formatScope, parseScope, type Scope } from '../budgets/scope.ts';
import { windowAt, type PlatformWindow, type Window, type WindowKind } from '../budgets/window.ts';
import { invariant } from '../invariant.ts';
import type { CreditsByWindow, UsageTotals } from '../ledger/usage-totals.ts';
import { emailKey } from '../roster/email.ts';
import { sortedBy } from '../texts/compare-text.ts';
import type { Day } from '../time/day.ts';
import type { Person } from './person.ts';

/** One budget that binds one person, with its numbers. */
export interface Layer {
  readonly scope: Scope;
  readonly window: Window;
  readonly amount: Amount;
  /** What top-ups add to the amount; 0 for a pool, and where the amount is unlimited. */
  readonly topUpCredits: number;
  readonly usedCredits: number;
  /** Amount and top-ups without what was used: credits left, never under 0; absent when the amount is unlimited. */
  readonly headroomCredits?: number;
}

/** The budgets that set caps on a day, grouped by scope. */
export interface BindingBudgets {
  readonly day: Day;
  readonly invalidScopes: ReadonlySet<string>;
  readonly ownByEmail: ReadonlyMap<string, readonly Budget[]>;
  readonly forDefault: readonly Budget[];
  readonly forOrganization: readonly Budget[];
  /** By the name of the team, in the order of names. */
  readonly byTeam: ReadonlyMap<string, readonly Budget[]>;
}

/**
 * Picks the budgets in force on a day. Sorted, so that the order in the table changes nothing.
 * `invalidScopes` are the scopes of rows that could not be read.
 */
export function bindingBudgets(budgets: readonly Budget[], invalidScopes: readonly string[], day: Day): BindingBudgets {
  const inForce = sortedBy(
    budgets.filter((budget) => isInForce(budget, day)),
    ({ window }) => window,
  );
  return {
    day,
    invalidScopes: new Set(invalidScopes.map(exactScope)),
    ownByEmail: budgetsBy(inForce, ({ scope }) => (scope.kind === 'user' ? scope.email : undefined)),
    forDefault: inForce.filter((budget) => budget.scope.kind === 'default'),
    forOrganization: inForce.filter((budget) => budget.scope.kind === 'org'),
    byTeam: budgetsBy(inForce, ({ scope }) => (scope.kind === 'team' ? scope.name : undefined)),
  };
}

/** Every window kind whose use must be known: those of the budgets in force, and the platform's own. */
export function windowsInUse(budgets: readonly Budget[], day: Day, platformWindow: PlatformWindow): readonly Window[] {
  const kinds = budgets.filter((budget) => isInForce(budget, day)).map((budget) => budget.window);
  return [...new Set<WindowKind>(['platform', ...kinds])].map((kind) => windowAt(kind, day, platformWindow));
}

/**
 * The layers that bind a user alone: their own budgets, or the default budgets where they have none of their own. A
 * budget that only observes or alerts is no layer, yet it replaces the default. Shared budgets are divided elsewhere.
 */
export function ownLayers(person: Person, budgets: BindingBudgets, usage: UsageTotals): readonly Layer[] {
  const own = budgets.ownByEmail.get(emailKey(person.email)) ?? budgets.forDefault;
  return own.filter(setsCaps).map((budget) => layerOf(budget, person.credits, usage));
}

/** Whether a budget that would bind a person is in the table but cannot be read. */
export function hasInvalidBudget(
  person: Pick<Person, 'email'>,
  { invalidScopes, ownByEmail }: BindingBudgets,
): boolean {
  if (invalidScopes.size === 0) {
    return false;
  }
  const key = emailKey(person.email);
  const dependsOnDefault = !ownByEmail.has(key);
  return (
    invalidScopes.has(formatScope({ kind: 'user', email: key })) ||
    invalidScopes.has('org') ||
    (dependsOnDefault && invalidScopes.has('default'))
  );
}

/** The layer with the least headroom; of equals the first. Undefined when nothing limits. */
export function bindingLayer(layers: readonly Layer[]): (Layer & { readonly headroomCredits: number }) | undefined {
  return layers
    .filter((layer): layer is Layer & { readonly headroomCredits: number } => layer.headroomCredits !== undefined)
    .reduce<(Layer & { readonly headroomCredits: number }) | undefined>(
      (least, layer) => (least === undefined || layer.headroomCredits < least.headroomCredits ? layer : least),
      undefined,
    );
}

/** A row may be unreadable only because its scope is spelled in another way: its scope is known all the same. */
function exactScope(text: string): string {
  const scope = parseScope(text);
  return scope === undefined ? text : formatScope(scope);
}

/** Shared budgets that are explicitly unlimited: they limit nobody, but an explanation lists them. */
export function unlimitedShared(
  { forOrganization, byTeam }: BindingBudgets,
  team: string | undefined,
  usage: UsageTotals,
): readonly Layer[] {
  const ofTeam = team === undefined ? [] : (byTeam.get(team) ?? []);
  return [...ofTeam, ...forOrganization]
    .filter((budget) => setsCaps(budget) && budget.amount.kind === 'unlimited')
    .map((budget) => layerOf(budget, usage.organization, usage));
}

/** By the name that a budget's scope has, in the order of names; budgets without one are left out. */
function budgetsBy(
  budgets: readonly Budget[],
  nameOf: (budget: Budget) => string | undefined,
): ReadonlyMap<string, readonly Budget[]> {
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

function setsCaps(budget: Budget): boolean {
  return budget.mode === 'enforce';
}

function layerOf(budget: Budget, credits: CreditsByWindow, usage: UsageTotals): Layer {
  const window = usage.windows.find((candidate) => candidate.kind === budget.window);
  invariant(window !== undefined, 'the use of every window in force is known');
  const usedCredits = credits[budget.window] ?? 0;
  const layer = { scope: budget.scope, window, amount: budget.amount, topUpCredits: 0, usedCredits };
  return budget.amount.kind === 'unlimited'
    ? layer
    : { ...layer, headroomCredits: Math.max(0, budget.amount.credits - usedCredits) };
}
