import { grouped, neededIn, rounded, usedPercent } from '../../../shared/kernel/texts/amounts.ts';
import { sayNeeded, withMoney } from '../../../shared/kernel/texts/credits.ts';
import { shortMoney } from '../../../shared/kernel/texts/money.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** What a person needs to work as usual, of an explanation, in sentences after `You need`. */
export function neededText(whoNeeds: string, needed: Parameters<typeof neededIn>[0]): string {
  return sayNeeded(whoNeeds, neededIn(needed));
}

/** A number that may be no amount: whole ones as credits, a share with all of its digits. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? grouped(value) : String(value);
}

/** Credits in few letters, for bars and axes: `56.6k`, `1.23M`, and exact below 10,000; with their unit where one is given. */
export function shortCredits(credits: number, unit?: 'credits'): string {
  const few = Math.abs(credits) < 10_000 ? grouped(credits) : rounded(credits);
  return withMoney(credits, unit === undefined ? few : `${few} ${unit}`, shortMoney);
}

/** The days of a window, for the price of its use; none while it is not in force. */
export function daysIn(from: string | null, through: string | null) {
  return { from: from ?? '', through: through ?? '' };
}

/** A part of a whole; of nothing, all of it is used once anything is. */
export function shareOf(part: number, all: number): number {
  return all > 0 ? part / all : part > 0 ? 1 : 0;
}

export function percentText(share: number): string {
  return percent.format(share);
}

/** How much of an amount is used, as alerts say it; of nothing, all once anything is. */
export function usedText(used: number, amount: number): string {
  return percentText(amount > 0 ? usedPercent(used, amount) / 100 : shareOf(used, amount));
}

/** `1 person`, `3 people`. */
export function countedText(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** `no-limit-yet` as it is read: `no limit yet`. */
export function wordsOf(code: string): string {
  return code.replaceAll('-', ' ');
}
