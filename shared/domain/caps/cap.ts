import type { Scope } from '../budgets/scope.ts';
import type { WindowKind } from '../budgets/window.ts';
import { invariant } from '../invariant.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { dayOf, daysBetween, type Day } from '../time/day.ts';
import { bindingLayer, type Layer, type Person } from './person.ts';
import type { UserShare } from './shares/divide-shares.ts';

/** What Curfew decided for one user's limit, and why. Credits are integers. */
export type CapDecision = KeepCap | SetCap;

export interface KeepCap {
  readonly kind: 'keep';
  readonly userId: string;
  readonly email: string;
  readonly reason: 'exempt' | 'unchanged' | 'no-budget' | 'invalid-budget' | 'unreadable-usage';
  /** The limit that stays, where budgets decided it again. */
  readonly limitCredits?: number;
  /** What that limit is made of; absent when it was lifted. */
  readonly binding?: Binding;
  /** The floor, when the limit is at the floor because budgets leave less. */
  readonly floorCredits?: number;
}

export interface SetCap {
  readonly kind: 'set';
  readonly userId: string;
  readonly email: string;
  readonly fromCredits: number | undefined;
  readonly limitCredits: number;
  readonly reason: 'no-limit-yet' | 'lowered' | 'raised' | 'lifted' | 'outcome-unknown' | 'renewed';
  /** What the limit is made of; absent when it was lifted. */
  readonly binding?: Binding;
  /** The floor, when the limit was raised to it because budgets leave less. */
  readonly floorCredits?: number;
  /** What an admin has set that the limit follows from, as a text; absent where it was not decided from that. */
  readonly terms?: string;
}

/** The budget that decides, and the sum: limit = used in the platform window + headroom. */
export interface Binding {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly usedCredits: number;
  readonly headroomCredits: number;
  /** The configured ceiling leaves less than the budget. */
  readonly isAtCeiling?: true;
  /** The part of the headroom’s sum that is top-ups; absent when there are none. */
  readonly topUpCredits?: number;
  /** The pools that the user draws on, with their amounts, as a text; absent when there are none. */
  readonly pools?: string;
}

/**
 * Decides one user's limit from the layers that bind them, for the UTC day `today`. `unlimitedCredits` represents an
 * explicit `unlimited`. Without any layer no budget applies, and the limit does not change.
 */
export function decideCap(person: Person, layers: readonly Layer[], known: KnownLimit): CapDecision {
  const { userId, email } = person;
  if (person.isUnreadable) {
    return { kind: 'keep', userId, email, reason: 'unreadable-usage' };
  }
  if (known.share !== undefined) {
    return changeTo(person, known, shareLimit(person, layers, known.share));
  }
  if (layers.length === 0) {
    return { kind: 'keep', userId, email, reason: 'no-budget' };
  }

  const least = bindingLayer(layers);
  if (least === undefined) {
    return decideUnlimited(person, layers, known);
  }

  // The platform compares the limit with all of its window's use, so what is spent is part of it.
  const usedCredits = person.credits.platform ?? 0;
  const budgetCredits = usedCredits + least.headroomCredits;
  const dueCredits = Math.min(budgetCredits, ceilingOf(known));
  const binding = {
    ...bindingOf(person, least),
    headroomCredits: Math.max(0, dueCredits - usedCredits),
    ...(dueCredits < budgetCredits && { isAtCeiling: true as const }),
  };
  const floorCredits = Math.min(known.floorCredits ?? 0, ceilingOf(known));
  return dueCredits < floorCredits
    ? { ...changeTo(person, known, { limitCredits: floorCredits, binding }), floorCredits }
    : changeTo(person, known, { limitCredits: dueCredits, binding });
}

/**
 * Every budget is `unlimited`: the ceiling alone limits. It is sent to everybody: the platform shows no limits, and one
 * from before Curfew may be in force.
 */
function decideUnlimited(person: Person, layers: readonly Layer[], known: KnownLimit): CapDecision {
  const { credits } = person;
  const { ceilingCredits, unlimitedCredits } = known;
  const [first] = layers;
  if (first !== undefined && ceilingCredits !== undefined && ceilingCredits < unlimitedCredits) {
    const headroomCredits = Math.max(0, ceilingCredits - (credits.platform ?? 0));
    const binding = { ...bindingOf(person, { ...first, headroomCredits }), isAtCeiling: true as const };
    return changeTo(person, known, { limitCredits: ceilingCredits, binding });
  }
  return changeTo(person, known, { limitCredits: unlimitedCredits });
}

function ceilingOf({ ceilingCredits }: KnownLimit): number {
  return ceilingCredits ?? Number.POSITIVE_INFINITY;
}

function bindingOf(
  { credits }: Person,
  { scope, window, headroomCredits, topUpCredits }: Layer & { readonly headroomCredits: number },
): Binding {
  const usedCredits = credits.platform ?? 0;
  const binding = { scope, window: window.kind, usedCredits, headroomCredits };
  return topUpCredits > 0 ? { ...binding, topUpCredits } : binding;
}

/**
 * The limit that a division resulted in. It counts the user's own budgets and the ceiling, but not the floor: a pool
 * that raised its members to the floor could be overspent.
 */
function shareLimit(
  person: Person,
  layers: readonly Layer[],
  { limitCredits, headroomCredits, pool, pools, isHeldByOwn }: UserShare,
): { limitCredits: number; binding: Binding } {
  const least = bindingLayer(layers);
  if (isHeldByOwn && least !== undefined && least.headroomCredits <= headroomCredits) {
    return { limitCredits, binding: { ...bindingOf(person, least), pools } };
  }
  const { scope, window } = pool;
  const binding = { scope, window, usedCredits: person.credits.platform ?? 0, headroomCredits, pools };
  // No own budget leaves so little, and no pool: it is the ceiling.
  return { limitCredits, binding: isHeldByOwn ? { ...binding, isAtCeiling: true } : binding };
}

/** What is known of a user's limit, and what it is compared with. */
interface KnownLimit {
  readonly record: LimitRecord | undefined;
  /** What pools leave the user, with their own budgets counted; absent when they draw on no pool. */
  readonly share?: UserShare | undefined;
  readonly today: Day;
  readonly unlimitedCredits: number;
  /** ISO instant until which the user was exempt, when that is over. */
  readonly exemptUntil?: string;
  /** The least that any limit is set to, and the most; none when absent. Where they cross, the most counts. */
  readonly floorCredits?: number;
  readonly ceilingCredits?: number;
  /** Goes with what is decided, as `SetCap.terms`. */
  readonly terms: string;
}

/** After so many days an unchanged limit is sent again: somebody may have changed it on the platform. */
const renewAfterDays = 7;

function changeTo(
  { userId, email }: Person,
  known: KnownLimit,
  { limitCredits, binding }: { limitCredits: number; binding?: Binding },
): CapDecision {
  invariant(Number.isSafeInteger(limitCredits) && limitCredits >= 0, 'a limit is a whole number of credits, 0 or more');
  const { record, terms } = known;
  const fromCredits = record?.confirmed?.limitCredits;
  const isRight = !hasUnsettled(record) && fromCredits === limitCredits && record?.email === email;
  const isDue = isRight && isRenewalDue(record.confirmed?.at ?? '', known);
  if (isRight && !isDue) {
    return binding === undefined
      ? { kind: 'keep', userId, email, reason: 'unchanged', limitCredits }
      : { kind: 'keep', userId, email, reason: 'unchanged', limitCredits, binding };
  }
  const reason = isDue ? 'renewed' : reasonFor(record, limitCredits, binding);
  // Each in one piece: what is added to a copy lies apart from it, and there are very many of these.
  return binding === undefined
    ? { kind: 'set', userId, email, fromCredits, limitCredits, reason, terms }
    : { kind: 'set', userId, email, fromCredits, limitCredits, reason, terms, binding };
}

/** While a user was exempt, somebody else may have set another limit. */
function isRenewalDue(confirmedAt: string, { today, exemptUntil }: KnownLimit): boolean {
  const isOld = daysBetween(dayOf(Date.parse(confirmedAt)), today) >= renewAfterDays;
  return isOld || (exemptUntil !== undefined && confirmedAt < exemptUntil);
}

function hasUnsettled(record: LimitRecord | undefined): boolean {
  return record !== undefined && record.unsettled.length > 0;
}

function reasonFor(
  record: LimitRecord | undefined,
  limitCredits: number,
  binding: Binding | undefined,
): SetCap['reason'] {
  if (hasUnsettled(record)) {
    return 'outcome-unknown';
  }
  if (binding === undefined) {
    return 'lifted';
  }
  if (record?.confirmed === undefined) {
    return 'no-limit-yet';
  }
  return limitCredits < record.confirmed.limitCredits ? 'lowered' : 'raised';
}
