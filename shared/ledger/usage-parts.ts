import { type CreditPrice, exactMoney, moneyOfDays } from '../kernel/texts/money.ts';
import type { Day } from '../kernel/time/day.ts';
import type { LedgerDay } from './ledger-day.ts';

type CreditsByDay = ReadonlyMap<Day, number>;

/** A part of all use by its name, such as a team; without a name: the rest. */
export type CreditsByPart = ReadonlyMap<string | undefined, CreditsByDay>;

type PartOfDay = readonly [name: string | undefined, day: Day, credits: number];

export function partsOfDays(parts: readonly PartOfDay[]): CreditsByPart {
  const sums = new Map<string | undefined, Map<Day, number>>();
  for (const [name, day, credits] of parts) {
    const ofDays = sums.get(name) ?? new Map<Day, number>();
    sums.set(name, ofDays.set(day, (ofDays.get(day) ?? 0) + credits));
  }
  return sums;
}

/** The use of each model, and as a part without a name what no model is named of. `days`: all use. */
export function partsByModel(
  known: readonly LedgerDay[],
  days: readonly { readonly day: Day; readonly credits: number }[],
): CreditsByPart {
  const named = known.flatMap(({ day, models = [] }) =>
    models.map(({ model, credits }) => [model, day, credits] as const),
  );
  const ofDay = new Map<Day, number>();
  named.forEach(([, day, credits]) => ofDay.set(day, (ofDay.get(day) ?? 0) + credits));
  const unnamed = days.map(({ day, credits }) => [undefined, day, credits - (ofDay.get(day) ?? 0)] as const);
  const isAny = unnamed.reduce((sum, [, , credits]) => sum + credits, 0) > 0;
  return partsOfDays(isAny ? [...named, ...unnamed] : named);
}

export function creditsOf(ofDays: CreditsByDay): number {
  return Array.from(ofDays.values()).reduce((sum, credits) => sum + credits, 0);
}

/** What use cost, each day at its price, as documents say it; null without a price. */
export function costOf(ofDays: Iterable<readonly [Day, number]>, prices: readonly CreditPrice[]) {
  if (prices.length === 0) {
    return null;
  }
  const days = Array.from(ofDays, ([day, credits]) => ({ day, credits }));
  const sums = moneyOfDays(days, prices);
  return sums === undefined ? null : sums.map((money) => ({ amount: exactMoney(money), currency: money.currency }));
}
