import { type Day, type DayRange, dayRemedy, isDay } from '../time/day.ts';
import { nearestHint } from './nearest-word.ts';
import { printableText } from './printable-text.ts';

/** What a million credits cost from a day on, until the next price. */
export interface CreditPrice {
  readonly from: Day;
  /** An exact decimal: `12.50`. */
  readonly amount: string;
  /** ISO 4217: `EUR`. */
  readonly currency: string;
}

/** An exact sum: a price has at most six decimals and is of a million credits, so that one credit costs trillionths. */
export interface Money {
  readonly currency: string;
  readonly trillionths: bigint;
}

const wholeDigitsMax = 9;
const decimalsMax = 6;
const one = 10n ** 12n;

const priceExample = '2026-01-01 12.50 EUR';

/** Reads a price as people write it: its first day, the amount for a million credits and the currency. */
export function readPrice(text: string): CreditPrice | { readonly problem: string } {
  const words = text.trim().split(/\s+/u);
  const [from = '', amount = '', currency = ''] = words;
  if (words.length !== 3) {
    return {
      problem: `${quoted(text)} is no price; give its first day, the amount for a million credits and the currency, such as ${priceExample}`,
    };
  }
  const problem = isDay(from)
    ? (amountProblem(amount) ?? currencyProblem(currency))
    : `${quoted(from)} is not a day of the calendar; ${dayRemedy(from)}`;
  return problem === undefined ? { from, amount, currency: currency.toUpperCase() } : { problem };
}

function amountProblem(text: string): string | undefined {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/u.exec(text) ?? [];
  if (sign === undefined) {
    const meant = /^\d+,\d{1,2}$/u.test(text) ? `; did you mean ${text.replace(',', '.')}?` : ', such as 12.50';
    return `${quoted(text)} is no decimal number; give digits with a point before the decimals${meant}`;
  }
  if (sign === '-') {
    return `${quoted(text)} is negative; give a price of 0 or more, such as 12.50`;
  }
  return whole.length > wholeDigitsMax || decimals.length > decimalsMax
    ? `${quoted(text)} has too many digits; give at most ${wholeDigitsMax} before the point and ${decimalsMax} after it`
    : undefined;
}

function currencyProblem(text: string): string | undefined {
  const known = Intl.supportedValuesOf('currency');
  return known.includes(text.toUpperCase())
    ? undefined
    : `${quoted(text)} is no currency; give its code of ISO 4217, such as EUR${nearestHint(text, known, (near) => near)}`;
}

/** The prices of valid texts, as the settings have them. */
export function pricesIn(texts: readonly string[]): readonly CreditPrice[] {
  return texts.map(readPrice).filter((read) => 'from' in read);
}

/** Why prices that are each valid make no history; undefined when they do. */
export function historyProblem(prices: readonly CreditPrice[]): string | undefined {
  const at = prices.findIndex(({ from }, index) => from <= (prices[index - 1]?.from ?? ''));
  const [before, price] = [prices[at - 1], prices[at]];
  if (before === undefined || price === undefined) {
    return undefined;
  }
  return before.from === price.from
    ? `two prices begin on ${price.from}; give one for each first day`
    : `the price from ${price.from} stands after the one from ${before.from}; give them in the order of their first days`;
}

const shownMax = 60;

function quoted(text: string): string {
  return `"${printableText(text, shownMax)}"`;
}

/** The price of a day; undefined before the first. `prices` in the order of their days. */
export function priceOn<Price extends Pick<CreditPrice, 'from'>>(
  prices: readonly Price[],
  day: Day,
): Price | undefined {
  return prices.findLast(({ from }) => from <= day);
}

/** What credits cost at a price, exactly. */
export function moneyOf(credits: number, { amount, currency }: CreditPrice): Money {
  const [whole = '0', decimals = ''] = amount.split('.');
  const millionths = BigInt(whole + decimals.padEnd(decimalsMax, '0'));
  return { currency, trillionths: BigInt(Math.round(credits)) * millionths };
}

/**
 * What the credits of some days cost, each at the price of its day: a sum for each currency, in the order of the days.
 * Undefined when a day with credits has no price: part of a sum would mislead.
 */
export function moneyOfDays(
  days: Iterable<{ readonly day: Day; readonly credits: number }>,
  prices: readonly CreditPrice[],
): readonly Money[] | undefined {
  const creditsAt = new Map<CreditPrice, number>();
  for (const { day, credits } of days) {
    const price = priceOn(prices, day);
    if (price === undefined && credits !== 0) {
      return undefined;
    }
    if (price !== undefined) {
      creditsAt.set(price, (creditsAt.get(price) ?? 0) + credits);
    }
  }
  const sums = new Map<string, bigint>();
  for (const [price, credits] of creditsAt) {
    const { currency, trillionths } = moneyOf(credits, price);
    sums.set(currency, (sums.get(currency) ?? 0n) + trillionths);
  }
  return [...sums].map(([currency, trillionths]) => ({ currency, trillionths }));
}

/** The prices in force on some days, in order; undefined where the first of them has none. */
export function pricesWithin(
  prices: readonly CreditPrice[],
  { from, through }: DayRange,
): readonly CreditPrice[] | undefined {
  const first = prices.findLastIndex((price) => price.from <= from);
  return first === -1 ? undefined : prices.slice(first).filter((price, index) => index === 0 || price.from <= through);
}

/** The inverse of `exactMoney`, of its own output. */
export function moneyIn({ amount, currency }: { readonly amount: string; readonly currency: string }): Money {
  const [whole = '0', decimals = ''] = amount.split('.');
  return { currency, trillionths: BigInt(whole + decimals.padEnd(12, '0')) };
}

/** An exact decimal without superfluous zeros, for files: `12.5`. */
export function exactMoney({ trillionths }: Money): string {
  const size = trillionths < 0n ? -trillionths : trillionths;
  const decimals = String(size % one)
    .padStart(12, '0')
    .replace(/0+$/u, '');
  return `${trillionths < 0n ? '-' : ''}${size / one}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Writes what credits cost at a price, as `exactMoney` does: for very many rows. */
export function exactCosts(price: CreditPrice): (credits: number) => string {
  const trillionthsOfCredit = Number(moneyOf(1, price).trillionths);
  return (credits) => {
    const trillionths = Math.round(credits) * trillionthsOfCredit;
    return Number.isSafeInteger(trillionths) ? decimalText(trillionths) : exactMoney(moneyOf(credits, price));
  };
}

function decimalText(trillionths: number): string {
  const size = Math.abs(trillionths);
  let [decimals, digits] = [size % 1e12, 12];
  const whole = `${trillionths < 0 ? '-' : ''}${(size - decimals) / 1e12}`;
  if (decimals === 0) {
    return whole;
  }
  for (; decimals % 10 === 0; digits -= 1) {
    decimals /= 10;
  }
  return `${whole}.${String(decimals).padStart(digits, '0')}`;
}

/**
 * Money for people: `€12.50`. The only place where it is rounded: to the smallest unit of its currency, halves away
 * from zero; less than that is `<€0.01`.
 */
export function moneyText(money: Money): string {
  const { trillionths, currency } = money;
  const format = formatOf(currency, 'standard');
  const least = 10n ** BigInt(12 - (format.resolvedOptions().maximumFractionDigits ?? 2));
  const size = trillionths < 0n ? -trillionths : trillionths;
  const isTiny = size > 0n && size * 2n < least;
  return isTiny ? `<${written(format, { currency, trillionths: least })}` : written(format, money);
}

/** Money in few letters, for bars and axes: `€1.2K`. */
export function shortMoney(money: Money): string {
  const isSmall = money.trillionths < 1_000n * one && money.trillionths > -1_000n * one;
  return isSmall ? moneyText(money) : written(formatOf(money.currency, 'compact'), money);
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, notation: 'standard' | 'compact'): Intl.NumberFormat {
  const key = `${currency} ${notation}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      notation,
      ...(notation === 'compact' && { maximumSignificantDigits: 3 }),
    });
  formats.set(key, format);
  return format;
}

/** A blank that breaks no line is one letter too many for terminals and plain mails. */
function written(format: Intl.NumberFormat, money: Money): string {
  return format.format(exactMoney(money) as Intl.StringNumericLiteral).replaceAll('\u00A0', ' ');
}
