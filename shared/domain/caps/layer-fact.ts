import { isInForce, type Budget } from '../budgets/budget.ts';
import type { Window } from '../budgets/window.ts';
import { emailKey } from '../roster/email.ts';
import { bindingLayer, hasInvalidBudget, type Layer } from './layer.ts';
import type { Person } from './person.ts';
import { standingLayers, type Standing } from './standing.ts';

/** Why a budget that concerns somebody does not decide their limit. */
export type IdleReason =
  | 'not-yet-in-force'
  | 'no-longer-in-force'
  | 'own-budget-instead'
  | 'only-alerts'
  | 'only-observes'
  | 'invalid-budget'
  | 'unlimited'
  | 'as-much-left'
  | 'more-left';

/** One budget that concerns one person, with its numbers. Credits are integers. */
export interface LayerFact {
  readonly budget: Budget;
  /** The days it counts now; absent while it is not in force, as are its numbers. */
  readonly window?: Window;
  readonly usedCredits?: number;
  /** What top-ups add to the amount; 0 where they do not reach. */
  readonly topUpCredits?: number;
  /** Never under 0; absent when the amount is unlimited. */
  readonly headroomCredits?: number;
  /** Absent for the one that decides the limit. */
  readonly idleBecause?: IdleReason;
}

const scopeOrder = ['user', 'default', 'team', 'org'];

/** Every budget that concerns a person, whether it decides their limit or not: own, default, then the organization's. */
export function layerFacts(person: Person, standing: Standing): readonly LayerFact[] {
  const key = emailKey(person.email);
  const isFrozen = hasInvalidBudget(person, standing.binding);
  const layers = standingLayers(person, standing);
  const about = {
    person,
    standing,
    isFrozen,
    layers,
    least: isFrozen ? undefined : bindingLayer(layers),
    hasOwn: standing.binding.ownByEmail.has(key),
  };
  return standing.budgets
    .filter(({ scope }) => scope.kind === 'default' || scope.kind === 'org' || isOwn(scope, key))
    .toSorted(byScopeAndWindow)
    .map((budget) => factOf(budget, about));
}

interface About {
  readonly person: Person;
  readonly standing: Standing;
  /** A budget that would bind cannot be read, so that the limit stays as it is. */
  readonly isFrozen: boolean;
  /** Those that bind, whichever decides. */
  readonly layers: readonly Layer[];
  readonly least: Layer | undefined;
  readonly hasOwn: boolean;
}

function factOf(budget: Budget, about: About): LayerFact {
  const { person, standing, layers } = about;
  const reason = idleReason(budget, about);
  const idle = reason === undefined ? {} : { idleBecause: reason };
  const window = standing.usage.windows.find(({ kind }) => kind === budget.window);
  if (window === undefined || !isInForce(budget, standing.today)) {
    return { budget, ...idle };
  }
  const credits = budget.scope.kind === 'org' ? standing.usage.organization : person.credits;
  const usedCredits = credits[budget.window] ?? 0;
  const { amount } = budget;
  const topUpCredits = layerOfBudget(budget, layers)?.topUpCredits ?? 0;
  const left =
    amount.kind === 'credits' ? { headroomCredits: Math.max(0, amount.credits + topUpCredits - usedCredits) } : {};
  return { budget, window, usedCredits, topUpCredits, ...left, ...idle };
}

function idleReason(budget: Budget, { standing, isFrozen, layers, least, hasOwn }: About): IdleReason | undefined {
  if (!isInForce(budget, standing.today)) {
    return budget.from !== undefined && budget.from > standing.today ? 'not-yet-in-force' : 'no-longer-in-force';
  }
  if (budget.scope.kind === 'default' && hasOwn) {
    return 'own-budget-instead';
  }
  if (budget.mode !== 'enforce') {
    return budget.mode === 'alert' ? 'only-alerts' : 'only-observes';
  }
  if (isFrozen) {
    return 'invalid-budget';
  }
  if (budget.amount.kind === 'unlimited') {
    return 'unlimited';
  }
  if (least?.scope.kind === budget.scope.kind && least.window.kind === budget.window) {
    return undefined;
  }
  const headroomCredits = layerOfBudget(budget, layers)?.headroomCredits;
  return headroomCredits === least?.headroomCredits ? 'as-much-left' : 'more-left';
}

/** The layer that a budget is, among those that bind a person. */
function layerOfBudget({ scope, window }: Budget, layers: readonly Layer[]): Layer | undefined {
  return layers.find((layer) => layer.scope.kind === scope.kind && layer.window.kind === window);
}

function isOwn(scope: Budget['scope'], key: string): boolean {
  return scope.kind === 'user' && scope.email === key;
}

function byScopeAndWindow(a: Budget, b: Budget): number {
  const byScope = scopeOrder.indexOf(a.scope.kind) - scopeOrder.indexOf(b.scope.kind);
  return byScope === 0 ? Number(a.window > b.window) - Number(a.window < b.window) : byScope;
}
