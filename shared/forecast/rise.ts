import { addDays, earliestDay, type DayRange } from '../kernel/time/day.ts';
import { creditsIn, type DailyCredits, dayNumber, knownDays, sumOf, weekdayOfNumber } from './daily-credits.ts';

export interface Contributor {
  readonly who: string;
  readonly model?: string;
  readonly daily: DailyCredits;
}

interface Cause {
  readonly who: string;
  readonly model?: string;
  readonly riseCredits: number;
  /** Part of the total rise of all contributors; shares add up to at most 1, also where others fell. */
  readonly share: number;
}

export interface Rise {
  readonly usedCredits: number;
  readonly usualCredits: number;
  readonly riseCredits: number;
  readonly causes: readonly Cause[];
}

const usualDays = 28;
const causesMax = 3;
const causeShareMin = 0.1;

/** So that a share of 0.7, whose last digits are lost in a division, is 70 %. */
const roundingSlack = 1e-6;

/**
 * Splits a rise by contributor: use in a span above their own usual, the mean of the same weekdays in the four weeks
 * before. Means add up, so the parts add up to the whole. Order does not matter.
 */
export function explainRise(span: DayRange, contributors: readonly Contributor[]): Rise {
  const parts = contributors.map(({ who, model, daily }) => {
    const usedCredits = creditsIn(daily, span);
    const usualCredits = usualCreditsIn(daily, span);
    const name = model === undefined ? { who } : { who, model };
    return { name, usedCredits, usualCredits, riseCredits: usedCredits - usualCredits };
  });
  const used = sumOf(parts.map(({ usedCredits }) => usedCredits));
  const usual = Math.round(sumOf(parts.map(({ usualCredits }) => usualCredits)));
  const rise = used - usual;
  const more = sumOf(parts.map(({ riseCredits }) => Math.max(0, riseCredits)));
  const causes = parts
    .map(({ name, riseCredits }) => ({
      ...name,
      riseCredits: Math.round(riseCredits),
      share: rise <= 0 ? 0 : Math.max(0, riseCredits) / more,
    }))
    .filter(({ share }) => share >= causeShareMin)
    .toSorted((a, b) => b.riseCredits - a.riseCredits || compare(a, b));
  return { usedCredits: used, usualCredits: usual, riseCredits: rise, causes: causes.slice(0, causesMax) };
}

/** Names contributors: `70 % of the rise is ada@example.com on opus, 30 % others`. Undefined without a large one. */
export function describeRise({ causes }: Rise): string | undefined {
  const named = causes.map(({ who, model, share }) => ({
    percent: Math.floor(share * 100 + roundingSlack),
    name: model === undefined ? who : `${who} on ${model}`,
  }));
  const othersPercent = 100 - sumOf(named.map(({ percent }) => percent));
  const [first, ...rest] = [...named, ...(othersPercent > 0 ? [{ percent: othersPercent, name: 'others' }] : [])];
  return first === undefined || named.length === 0
    ? undefined
    : [
        `${first.percent} % of the rise is ${first.name}`,
        ...rest.map(({ percent, name }) => `${percent} % ${name}`),
      ].join(', ');
}

function usualCreditsIn(daily: DailyCredits, span: DayRange): number {
  const before = knownDays(daily, { from: addDays(span.from, -usualDays), through: addDays(span.from, -1) });
  const usedOn = [0, 0, 0, 0, 0, 0, 0, 0];
  const daysOn = [0, 0, 0, 0, 0, 0, 0, 0];
  before.numbers.forEach((number, index) => {
    const weekday = weekdayOfNumber(number);
    usedOn[weekday] = (usedOn[weekday] ?? 0) + (before.credits[index] ?? 0);
    daysOn[weekday] = (daysOn[weekday] ?? 0) + 1;
  });
  const last = dayNumber(earliestDay(span.through, daily.through));
  let usual = 0;
  for (let number = dayNumber(span.from); number <= last; number += 1) {
    const weekday = weekdayOfNumber(number);
    const days = daysOn[weekday] ?? 0;
    usual += days === 0 ? 0 : (usedOn[weekday] ?? 0) / days;
  }
  return usual;
}

function compare(a: Cause, b: Cause): number {
  const [first, second] = [`${a.who}\n${a.model ?? ''}`, `${b.who}\n${b.model ?? ''}`];
  return first < second ? -1 : Number(first > second);
}
