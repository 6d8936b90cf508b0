import type { BindingBudgets } from '../../budgets/binding-budgets.ts';
import { windowAt, type PlatformWindow, type WindowKind } from '../../budgets/window.ts';
import { reservedByEmail, topUpStatus, type TopUp } from '../../grants/top-up.ts';
import { dayOf, type Day } from '../../kernel/time/day.ts';
import type { CreditsByWindow } from '../../ledger/usage-totals.ts';
import type { Reservation } from '../../pools/reservation.ts';
import { emailKey } from '../../roster/email.ts';

type ReservedTopUps = ReadonlyMap<string, number>;

/**
 * Up to where top-ups in force on a day reserve credits, by the email's matching form: credits of the platform window,
 * use included. The highest counts, since a later top-up is added to earlier ones. In a platform window that began
 * after its creation a top-up counts alone.
 */
export function reservedTopUps(
  topUps: readonly TopUp[],
  { day, platformWindow }: { readonly day: Day; readonly platformWindow: PlatformWindow },
): ReservedTopUps {
  const upTo = new Map<string, number>();
  const { from } = windowAt('platform', day, platformWindow);
  for (const topUp of topUps.filter((each) => topUpStatus(each, day) === 'in-force')) {
    const isOfWindow = dayOf(Date.parse(topUp.createdAt)) >= from;
    for (const [email, credits] of reservedByEmail(topUp)) {
      const usable = isOfWindow ? (topUp.usableBefore?.[email] ?? 0) : 0;
      upTo.set(email, Math.max(upTo.get(email) ?? 0, usable + credits));
    }
  }
  return upTo;
}

/** What is reserved for a person beyond their use. Reservations and top-ups overlap: the largest counts. */
export function reservationOf(
  { email, credits }: { readonly email: string; readonly credits: CreditsByWindow },
  { ownByEmail }: BindingBudgets,
  topUps: ReservedTopUps,
): Reservation | undefined {
  const key = emailKey(email);
  const own = (ownByEmail.get(key) ?? []).flatMap(({ mode, window, reserved = 0, priority }) =>
    mode === 'enforce' ? [{ left: reserved - (credits[window] ?? 0), isHigh: priority === 'high' }] : [],
  );
  const byTopUps = (topUps.get(key) ?? 0) - (credits.platform ?? 0);
  const highCredits = Math.max(0, ...own.flatMap(({ left, isHigh }) => (isHigh ? [left] : [])));
  const all = Math.max(highCredits, byTopUps, ...own.map(({ left }) => left));
  return all > 0 ? { credits: all, highCredits } : undefined;
}

/** What reserves credits for a person: their own budget, or a top-up through its last day. */
export type ReservedBy =
  | { readonly kind: 'budget'; readonly window: WindowKind }
  | { readonly kind: 'top-up'; readonly id: string; readonly to: Day };

/** The budgets and top-ups in force on a day that reserve credits for a person. */
export function reservedBy(
  email: string,
  { ownByEmail }: BindingBudgets,
  { topUps, day }: { readonly topUps: readonly TopUp[]; readonly day: Day },
): readonly ReservedBy[] {
  const key = emailKey(email);
  const budgets = (ownByEmail.get(key) ?? []).filter(({ mode, reserved = 0 }) => mode === 'enforce' && reserved > 0);
  const own = topUps.filter((topUp) => topUpStatus(topUp, day) === 'in-force' && reservedByEmail(topUp).has(key));
  return [
    ...budgets.map(({ window }) => ({ kind: 'budget', window }) as const),
    ...own.map(({ id, to }) => ({ kind: 'top-up', id, to }) as const),
  ];
}
