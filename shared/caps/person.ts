import { hasInvalidBudget, bindingBudgets, type BindingBudgets } from '../budgets/binding-budgets.ts';
import type { Amount, Budget } from '../budgets/budget.ts';
import { budgetsOf } from '../budgets/personal-budgets.ts';
import { isPersonalScope, type Scope } from '../budgets/scope.ts';
import type { Window } from '../budgets/window.ts';
import { topUpCreditsByEmail } from '../grants/top-up.ts';
import { invariant } from '../kernel/invariant.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import type { CreditsByWindow, UsageTotals, UserUsage } from '../ledger/usage-totals.ts';
import { holdingOf, limitHoldings, type LimitHoldings } from '../limits/limit-holdings.ts';
import type { LimitHolding } from '../limits/limits-in-force.ts';
import type { Reservation } from '../pools/reservation.ts';
import { emailKey } from '../roster/email.ts';
import type { KnownUser } from '../roster/person.ts';
import type { CapPlanInput } from './cap-plan-input.ts';
import { reservationOf, reservedTopUps } from './shares/reservation-of.ts';
import type { Uncappable } from './uncapped.ts';

export interface Person {
  readonly userId: string;
  readonly email: string;
  readonly credits: CreditsByWindow;
  /** Some of their use could not be read: their cap does not change. */
  readonly isUnreadable: boolean;
}

export interface People {
  readonly persons: readonly Person[];
  readonly uncappable: readonly Uncappable[];
}

/** Joins roster and analytics by user id. People who share an email cannot be capped separately. */
export function matchPeople(known: readonly KnownUser[], usage: UsageTotals): People {
  const current = known.filter((user) => user.goneSince === undefined);
  const owners = ownersByEmail(current);
  const knownIds = new Set(known.map((user) => user.userId));
  const persons: Person[] = [];
  const uncappable: Uncappable[] = [];
  for (const user of current) {
    const { userId, email } = user;
    const { credits = {} } = usage.users.get(userId) ?? {};
    if (email === undefined || owners.get(emailKey(email)) !== 1) {
      uncappable.push({ userId, reason: email === undefined ? 'no-email' : 'email-shared', creditsAtStake: credits });
    } else {
      persons.push({ userId, email: email.trim(), credits, isUnreadable: usage.unreadableUserIds.has(userId) });
    }
  }
  return {
    persons: sortedBy(persons, userIdOf),
    uncappable: sortedBy([...uncappable, ...unknown(usage, knownIds)], userIdOf),
  };
}

function ownersByEmail(users: readonly KnownUser[]): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const { email } of users) {
    if (email !== undefined) {
      const key = emailKey(email);
      owners.set(key, (owners.get(key) ?? 0) + 1);
    }
  }
  return owners;
}

/** Users with use who were never on the roster. Users who left it are not among them: they keep their last limit. */
function unknown(usage: UsageTotals, knownIds: ReadonlySet<string>): readonly Uncappable[] {
  return [...usage.users.values()]
    .filter((user) => !knownIds.has(user.userId) && hasConsumed(user))
    .map((user) => ({
      userId: user.userId,
      reason: user.emailKey === undefined ? ('no-email' as const) : ('not-on-roster' as const),
      creditsAtStake: user.credits,
    }));
}

function hasConsumed(user: UserUsage): boolean {
  return Object.values(user.credits).some((credits) => credits > 0);
}

function userIdOf({ userId }: { readonly userId: string }): string {
  return userId;
}

export interface Layer {
  readonly scope: Scope;
  readonly window: Window;
  readonly amount: Amount;
  readonly topUpCredits: number;
  readonly usedCredits: number;
  readonly headroomCredits?: number;
}

export interface PersonStatus {
  readonly person: Person;
  readonly holding: LimitHolding;
  readonly hold?: 'exempt' | 'invalid-budget' | 'unreadable-usage' | 'left-out';
  readonly layers: readonly Layer[];
  readonly reservation?: Reservation;
}

export interface PlanRules extends BindingBudgets {
  readonly holdings: LimitHoldings;
}

export function bindingOf(input: CapPlanInput): PlanRules {
  const { budgets, invalidScopes, day, limits } = input;
  return { ...bindingBudgets(budgets, invalidScopes, day), holdings: limitHoldings(limits, input) };
}

/** Returns a function that computes a person's status on each call: keeping all statuses takes much memory. */
export function statusFinder(budgets: PlanRules, input: CapPlanInput): (person: Person) => PersonStatus {
  const topUpCredits = topUpCreditsByEmail(input.topUps, input.day);
  const reserved = reservedTopUps(input.topUps, { day: input.day, platformWindow: input.pools.platformWindow });
  return (person) => {
    const key = emailKey(person.email);
    const holding = holdingOf(person, budgets.holdings);
    const team = input.teamOf.get(person.userId);
    const hold =
      holding.isExempt === true
        ? 'exempt'
        : hasInvalidBudget({ email: person.email, team }, budgets)
          ? 'invalid-budget'
          : person.isUnreadable
            ? 'unreadable-usage'
            : input.only?.has(person.userId) === false
              ? 'left-out'
              : undefined;
    const own = toppedUp(ownLayers({ ...person, team }, budgets, input.usage), topUpCredits.get(key) ?? 0);
    const reservation = reservationOf(person, budgets, reserved);
    return {
      person,
      holding,
      layers: [...own, ...unlimitedShared(budgets, team, input.usage)],
      reservation,
      hold,
    };
  };
}

/**
 * The layers that apply to a user alone: their own budgets, or else those that they inherit. A budget in mode `observe`
 * or `alert` is no layer but still replaces a default. Shared budgets are divided elsewhere.
 */
export function ownLayers(
  person: { readonly email: string; readonly credits: CreditsByWindow; readonly team: string | undefined },
  budgets: BindingBudgets,
  usage: UsageTotals,
): readonly Layer[] {
  return budgetsOf(budgets, person)
    .filter(setsCaps)
    .map((budget) => layerOf(budget, person.credits, usage));
}

/** Adds a user's top-ups to their own layers. A pool's amount does not rise. */
export function toppedUp(layers: readonly Layer[], topUpCredits: number): readonly Layer[] {
  invariant(Number.isFinite(topUpCredits) && topUpCredits >= 0, 'top-ups never remove credits');
  return topUpCredits === 0 ? layers : layers.map((layer) => raised(layer, topUpCredits));
}

function raised(layer: Layer, topUpCredits: number): Layer {
  const { scope, amount, usedCredits } = layer;
  if (!isPersonalScope(scope) || amount.kind === 'unlimited') {
    return layer;
  }
  // Larger sums are not exact integers.
  const counted = Math.min(topUpCredits, Number.MAX_SAFE_INTEGER - amount.credits);
  return {
    ...layer,
    topUpCredits: counted,
    headroomCredits: Math.max(0, amount.credits + counted - usedCredits),
  };
}

/** The layer with the least headroom, the first of equals. Undefined when nothing limits. */
export function bindingLayer(layers: readonly Layer[]): (Layer & { readonly headroomCredits: number }) | undefined {
  return layers
    .filter((layer): layer is Layer & { readonly headroomCredits: number } => layer.headroomCredits !== undefined)
    .reduce<(Layer & { readonly headroomCredits: number }) | undefined>(
      (least, layer) => (least === undefined || layer.headroomCredits < least.headroomCredits ? layer : least),
      undefined,
    );
}

/** Shared budgets that are explicitly unlimited: they limit no one, but an explanation lists them. */
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
