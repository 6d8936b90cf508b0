import { type Day, dayAndMonth, dayOf, type DayRange } from '../time/day.ts';
import { type AmountNeeded, grouped, rounded } from './amounts.ts';
import {
  type CreditPrice,
  type Money,
  moneyIn,
  moneyOf,
  moneyOfDays,
  moneyText,
  pricesIn,
  pricesWithin,
  readPrice,
  shortMoney,
} from './money.ts';

export const creditDisplays = ['credits', 'money', 'both'] as const;

/** How an organization writes credits for people. Without a price it is credits alone. */
interface CreditNotation {
  readonly show: (typeof creditDisplays)[number];
  /** Of today: what is still to be used is written at it. */
  readonly price?: CreditPrice | undefined;
  /** The prices before it, in the order of their days; absent for none. Past use is written at the price of its day. */
  readonly earlier?: readonly CreditPrice[];
}

export const creditsAlone: CreditNotation = { show: 'credits' };

/** As a locale is: a process serves one organization, and every text of it is written the same way. */
let notation = creditsAlone;

/** Has all texts of this process write credits in a notation from now on. */
export function writeCreditsAs(next: CreditNotation): void {
  notation = next;
}

/** The notation of a day, by the settings of an organization. */
export function notationOn(
  { show, prices }: { readonly show: CreditNotation['show']; readonly prices: readonly string[] },
  day: Day,
): CreditNotation {
  const known = pricesIn(prices).filter(({ from }) => from <= day);
  const price = known.at(-1);
  return price === undefined || show === 'credits' ? creditsAlone : notationOf(show, known);
}

function notationOf(show: CreditNotation['show'], prices: readonly CreditPrice[]): CreditNotation {
  const earlier = prices.slice(0, -1);
  return { show, price: prices.at(-1), ...(earlier.length > 0 && { earlier }) };
}

/** Has this process write credits as an organization wants them at a moment, in Unix milliseconds; returns how. */
export function writeCreditsBy(
  { money }: { readonly money?: Parameters<typeof notationOn>[0] | undefined },
  atMs: number,
): CreditNotation {
  const notationThen = money === undefined ? creditsAlone : notationOn(money, dayOf(atMs));
  writeCreditsAs(notationThen);
  return notationThen;
}

/** The header in which the admin API says how its answers are to be written. */
export const notationHeader = 'Curfew-Credits';

/** A notation as a header: `both 2026-01-01 12.50 EUR, 2026-07-01 14 EUR`; undefined for credits alone. */
export function notationText(written: CreditNotation): string | undefined {
  const prices = pricesOf(written).map(({ from, amount, currency }) => `${from} ${amount} ${currency}`);
  return prices.length === 0 ? undefined : `${written.show} ${prices.join(', ')}`;
}

function pricesOf({ price, earlier = [] }: CreditNotation): readonly CreditPrice[] {
  return price === undefined ? [] : [...earlier, price];
}

/** The inverse of `notationText`; credits alone for anything else. */
export function notationIn(text: string | null): CreditNotation {
  const [, word = '', rest = ''] = /^(\w+) (.+)$/u.exec(text ?? '') ?? [];
  const show = creditDisplays.find((each) => each === word);
  const prices = rest.split(', ').map(readPrice);
  const known = prices.filter((price) => 'from' in price);
  return show === undefined || known.length < prices.length ? creditsAlone : notationOf(show, known);
}

/** `1,234,567`, with what they cost at the price of today where an organization has one: `1,234,567 (€15.43)`. */
export function creditsText(credits: number): string {
  return withMoney(credits, grouped(credits));
}

/** As `creditsText`, with the unit: `1,234,567 credits (€15.43)`. */
export function creditsPhrase(credits: number, unit = 'credits'): string {
  return withMoney(credits, `${grouped(credits)} ${unit}`);
}

/** A title above such figures: `Used (credits)`. */
export function creditsTitle(title: string): string {
  return notation.show === 'money' ? title : `${title} (credits)`;
}

/** `about 76,000 credits to work today, 140,000 to work as usual through 30 Nov`. */
export function describeNeeded({ todayCredits, windowCredits, through }: AmountNeeded): string {
  const asUsual = `to work as usual through ${dayAndMonth(through)}`;
  return todayCredits === 0 || todayCredits === windowCredits
    ? `about ${creditsPhrase(windowCredits)} ${asUsual}`
    : `about ${creditsPhrase(todayCredits)} to work today, ${creditsText(windowCredits)} ${asUsual}`;
}

/** The same in sentences, after `You need`; an overspent pool is said apart. */
export function sayNeeded(whoNeeds: string, needed: AmountNeeded): string {
  return [`${whoNeeds} ${describeNeeded(needed)}.`, ...sayPoolOver(needed.poolOverCredits ?? 0)].join(' ');
}

/** What nobody gets anything before, in a sentence. */
function sayPoolOver(overCredits: number): readonly string[] {
  return overCredits === 0 ? [] : [`The pool is over by ${creditsPhrase(overCredits)}; that has to be covered first.`];
}

/** In three digits, for tables with many columns: `1.23M (€15.43)`; with their unit where one is given. */
export function shortCredits(credits: number, unit?: 'credits'): string {
  return withMoney(credits, unit === undefined ? rounded(credits) : `${rounded(credits)} ${unit}`, shortMoney);
}

type CreditsForm = 'text' | 'phrase' | 'short';

function plainOf(credits: number, form: CreditsForm): string {
  return form === 'short' ? rounded(credits) : form === 'text' ? grouped(credits) : `${grouped(credits)} credits`;
}

/** Past use of some days, with what it costs: each day at its price, `1,000 (€12.50)`. */
export function creditsOfDays(
  days: Iterable<{ readonly day: Day; readonly credits: number }>,
  form: CreditsForm = 'text',
): string {
  const all = [...days];
  const credits = all.reduce((sum, { credits: ofDay }) => sum + ofDay, 0);
  return withCost(credits, moneyOfDays(all, pricesOf(notation)), form);
}

/** The same of days that are known in sum alone: without money where its price changes among them. */
export function creditsOver(credits: number, days: DayRange, form: CreditsForm = 'text'): string {
  const [price, ...others] = pricesWithin(pricesOf(notation), days) ?? [];
  return withCost(credits, price === undefined || others.length > 0 ? undefined : [moneyOf(credits, price)], form);
}

/** The same with what the admin API says that they cost. */
export function creditsCosting(credits: number, cost: CostDocument | null, form: CreditsForm = 'text'): string {
  return withCost(credits, cost?.map(moneyIn), form);
}

/** A sum for each currency as an exact decimal, in major units. */
type CostDocument = readonly { readonly amount: string; readonly currency: string }[];

/** Without a price of each day credits stand alone: part of a sum would mislead. */
function withCost(credits: number, cost: readonly Money[] | undefined, form: CreditsForm): string {
  const plain = plainOf(credits, form);
  const { show, price } = notation;
  if (price === undefined || show === 'credits' || cost === undefined) {
    return plain;
  }
  const write = form === 'short' ? shortMoney : moneyText;
  const money = (cost.length === 0 ? [moneyOf(0, price)] : cost).map(write).join(' + ');
  return show === 'money' ? money : `${plain} (${money})`;
}

/** What credits cost today; undefined without a price, and where credits alone are shown. */
export function moneyNow(credits: number): Money | undefined {
  return notation.price === undefined ? undefined : moneyOf(credits, notation.price);
}

/** A text of credits as the notation wants it: itself, with their price, or the price alone. */
export function withMoney(credits: number, plain: string, write = moneyText): string {
  const { show, price } = notation;
  if (price === undefined || show === 'credits' || !Number.isFinite(credits)) {
    return plain;
  }
  const money = write(moneyOf(credits, price));
  return show === 'money' ? money : `${plain} (${money})`;
}
