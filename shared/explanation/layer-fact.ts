import { allowedOf } from '../budgets/allowed-credits.ts';
import { isInForce, type Budget } from '../budgets/budget.ts';
import { isBudgetOf } from '../budgets/personal-budgets.ts';
import { isInherited, isPoolScope, type Scope } from '../budgets/scope.ts';
import type { Window } from '../budgets/window.ts';
import type { Layer, Person } from '../caps/person.ts';
import type { UserShare } from '../caps/shares/divide-shares.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { creditsWithin } from '../ledger/daily-use.ts';
import { emailKey } from '../roster/email.ts';
import { creditsByTeam } from '../teams/members-by-day.ts';
import { currentPool, isWindowOf, poolOutlooks, type PoolOutlook } from './pool-outlook.ts';
import { type DecidingBudget, type Snapshot, decidingBudgetOf, isFrozen, layersInForce } from './snapshot.ts';

type IdleReason =
  | 'not-yet-in-force'
  | 'no-longer-in-force'
  | 'own-budget-instead'
  | 'team-default-instead'
  | 'only-alerts'
  | 'only-observes'
  | 'invalid-budget'
  | 'unlimited'
  | 'as-much-left'
  | 'more-left';

export interface LayerFact {
  readonly budget: Budget;
  /** The window that it counts now; absent while it is not in force, like its numbers. */
  readonly window?: Window;
  readonly usedCredits?: number;
  readonly topUpCredits?: number;
  readonly headroomCredits?: number;
  readonly share?: UserShare;
  readonly outlook?: PoolOutlook;
  readonly idleBecause?: IdleReason;
}

const scopeOrder = ['user', 'members', 'default', 'team', 'org'];

/** Returns every budget that concerns a person, whether it decides or not: own, inherited, then shared ones. */
export function layerFacts(person: Person, snapshot: Snapshot): readonly LayerFact[] {
  const key = emailKey(person.email);
  const team = snapshot.assignment.teamOf.get(person.userId);
  const isHeld = isFrozen(person, snapshot);
  const about = {
    person,
    snapshot,
    isFrozen: isHeld,
    layers: layersInForce(person, snapshot),
    decidingBudget: isHeld ? undefined : decidingBudgetOf(person, snapshot),
    team,
  };
  return snapshot.budgets
    .filter(({ scope }) => concerns(scope, key, team))
    .toSorted(byScopeAndWindow)
    .map((budget) => factOf(budget, about));
}

interface About {
  readonly person: Person;
  readonly snapshot: Snapshot;
  /** A budget that would apply cannot be read, so the limit does not change. */
  readonly isFrozen: boolean;
  readonly layers: readonly Layer[];
  readonly decidingBudget: DecidingBudget | undefined;
  readonly team: string | undefined;
}

function factOf(budget: Budget, about: About): LayerFact {
  const { person, snapshot, layers } = about;
  const reason = idleReason(budget, about);
  const idle = reason === undefined ? {} : { idleBecause: reason };
  const window = windowOf(budget, snapshot);
  if (window === undefined || !isInForce(budget, snapshot.today)) {
    const ahead = reason === undefined ? snapshot.shares.byUser.get(person.userId) : undefined;
    return { budget, share: ahead, ...idle };
  }
  const usedCredits = usedOf(budget, about);
  const { amount } = budget;
  const outlook = isPool(budget) ? outlookOf(budget, snapshot) : undefined;
  const topUpCredits = outlook?.pool.topUpCredits ?? layerOfBudget(budget, layers)?.topUpCredits ?? 0;
  const left =
    amount.kind === 'credits'
      ? { headroomCredits: Math.max(0, allowedOf(budget, amount.credits + topUpCredits) - usedCredits) }
      : {};
  const share = outlook === undefined ? undefined : snapshot.shares.byUser.get(person.userId);
  const part = share === undefined ? {} : { share };
  const shared = outlook === undefined ? {} : { outlook };
  return { budget, window, usedCredits, topUpCredits, ...left, ...shared, ...part, ...idle };
}

const outlooksOf = keptWith(({ shares, today }: Snapshot) => poolOutlooks(shares, today));

function outlookOf(budget: Budget, snapshot: Snapshot): PoolOutlook | undefined {
  return outlooksOf(snapshot).find(({ pool }) => !pool.isNext && isWindowOf(budget, pool));
}

const creditsOfTeams = keptWith(({ use, assignment }: Snapshot) => creditsByTeam(use, assignment));

function windowOf(budget: Budget, { usage }: Snapshot): Window | undefined {
  return usage.windows.find(({ kind }) => kind === budget.window);
}

function usedOf(budget: Budget, { person, snapshot }: About): number {
  const { use, usage } = snapshot;
  const { scope } = budget;
  switch (scope.kind) {
    case 'org':
      return usage.organization[budget.window] ?? 0;
    case 'team': {
      const window = windowOf(budget, snapshot);
      return window === undefined ? 0 : creditsWithin(use, creditsOfTeams(snapshot).get(scope.name), window);
    }
    case 'user':
    case 'members':
    case 'default':
      return person.credits[budget.window] ?? 0;
    case 'model':
      return 0;
  }
}

function leftOf(budget: Budget, about: About): number {
  const amountCredits = budget.amount.kind === 'credits' ? budget.amount.credits : 0;
  const toppedUpCredits = amountCredits + (currentPool(budget, about.snapshot.shares)?.topUpCredits ?? 0);
  return Math.max(0, allowedOf(budget, toppedUpCredits) - usedOf(budget, about));
}

function isPool({ scope, amount, mode }: Budget): boolean {
  return isPoolScope(scope) && amount.kind === 'credits' && mode === 'enforce';
}

function idleReason(budget: Budget, about: About): IdleReason | undefined {
  const { snapshot, isFrozen, layers, decidingBudget } = about;
  const isDeciding = decidingBudget?.scope.kind === budget.scope.kind && decidingBudget.window === budget.window;
  if (!isInForce(budget, snapshot.today)) {
    // A pool decides up to two days before it begins, so that the credits of its first days are not given away.
    if (isDeciding && (budget.from ?? '') > snapshot.today) {
      return undefined;
    }
    return budget.from !== undefined && budget.from > snapshot.today ? 'not-yet-in-force' : 'no-longer-in-force';
  }
  const replaced = replacedBy(budget, about);
  if (replaced !== undefined) {
    return replaced;
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
  if (isDeciding) {
    return undefined;
  }
  const headroomCredits = isPool(budget) ? leftOf(budget, about) : layerOfBudget(budget, layers)?.headroomCredits;
  return headroomCredits === decidingBudget?.headroomCredits ? 'as-much-left' : 'more-left';
}

/** What stands in for a budget that people inherit. */
function replacedBy({ scope, window }: Budget, { person, snapshot, team }: About): IdleReason | undefined {
  if (!isInherited(scope) || isBudgetOf({ scope, window }, snapshot.binding, { email: person.email, team })) {
    return undefined;
  }
  return snapshot.binding.ownByEmail.has(emailKey(person.email)) ? 'own-budget-instead' : 'team-default-instead';
}

function layerOfBudget({ scope, window }: Budget, layers: readonly Layer[]): Layer | undefined {
  return layers.find((layer) => layer.scope.kind === scope.kind && layer.window.kind === window);
}

function concerns(scope: Scope, key: string, team: string | undefined): boolean {
  switch (scope.kind) {
    case 'org':
    case 'default':
      return true;
    case 'team':
    case 'members':
      return scope.name === team;
    case 'user':
      return scope.email === key;
    case 'model':
      return false;
  }
}

function byScopeAndWindow(a: Budget, b: Budget): number {
  const byScope = scopeOrder.indexOf(a.scope.kind) - scopeOrder.indexOf(b.scope.kind);
  return byScope === 0 ? Number(a.window > b.window) - Number(a.window < b.window) : byScope;
}
