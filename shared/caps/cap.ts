import type { Scope } from '../budgets/scope.ts';
import type { WindowKind } from '../budgets/window.ts';
import { invariant } from '../kernel/invariant.ts';
import { dayOf, daysBetween, type Day } from '../kernel/time/day.ts';
import type { LimitRecord } from '../limits/limit-record.ts';
import { bindingLayer, type Layer, type Person } from './person.ts';
import type { UserShare } from './shares/divide-shares.ts';

/** The decision about one user's limit, with its reason. Credits are integers. */
export type CapDecision = KeepCap | SetCap;

export interface KeepCap {
  readonly kind: 'keep';
  readonly userId: string;
  readonly email: string;
  readonly reason: 'exempt' | 'unchanged' | 'no-budget' | 'invalid-budget' | 'unreadable-usage';
  readonly limitCredits?: number;
  readonly binding?: Binding;
  readonly floorCredits?: number;
}

export interface SetCap {
  readonly kind: 'set';
  readonly userId: string;
  readonly email: string;
  readonly fromCredits: number | undefined;
  readonly limitCredits: number;
  readonly reason: 'no-limit-yet' | 'lowered' | 'raised' | 'lifted' | 'outcome-unknown' | 'renewed';
  readonly binding?: Binding;
  readonly floorCredits?: number;
  /** The admin's settings that the limit follows from, as a text; absent if it follows from something else. */
  readonly terms?: string;
}

/** The budget that decides: limit = used in the platform window + headroom. */
export interface Binding {
  readonly scope: Scope;
  readonly window: WindowKind;
  readonly usedCredits: number;
  readonly headroomCredits: number;
  readonly isAtCeiling?: true;
  readonly topUpCredits?: number;
  readonly pools?: string;
}

/** Decides one user's limit for the UTC day `today`. `unlimitedCredits` stands for an explicit `unlimited`. */
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

  // The platform compares the limit with all use in its window, so past use is part of it.
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

/** Every budget is `unlimited`. The limit is always sent: an unknown one from before Curfew may be in force. */
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

/** The limit from a division. The floor does not apply: raising pool members to it could overspend the pool. */
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
  // Neither an own budget nor a pool leaves so little: it is the ceiling.
  return { limitCredits, binding: isHeldByOwn ? { ...binding, isAtCeiling: true } : binding };
}

interface KnownLimit {
  readonly record: LimitRecord | undefined;
  readonly share?: UserShare | undefined;
  readonly today: Day;
  readonly unlimitedCredits: number;
  readonly exemptUntil?: string;
  /** The lowest and the highest limit to set; absent: no bound. The ceiling wins where they cross. */
  readonly floorCredits?: number;
  readonly ceilingCredits?: number;
  readonly terms: string;
}

/** Unchanged limits are sent again after this many days: an admin may have changed them on the platform. */
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
  // One literal: a spread copy has another memory layout, and there are very many of these.
  return binding === undefined
    ? { kind: 'set', userId, email, fromCredits, limitCredits, reason, terms }
    : { kind: 'set', userId, email, fromCredits, limitCredits, reason, terms, binding };
}

/** During an exemption, an admin may have set another limit. */
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
