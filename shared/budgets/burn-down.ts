import type { BudgetNow } from '../explanation/budget-outlook.ts';
import { runOutDays, type RunOutDays } from '../forecast/forecast-course.ts';
import { type TopUp, raisedPools, topUpStatus } from '../grants/top-up.ts';
import { nextBound } from '../kernel/texts/amount-state.ts';
import { type Day, dayOf, daysOf, latestDay } from '../kernel/time/day.ts';
import { type Budget, type BudgetVersion, creditsOf } from './budget.ts';
import { formatScope } from './scope.ts';

/** One day of a budget's window; credits are integers, absent where unknown. */
interface BurnDownDay {
  readonly day: Day;
  /** Used on the day. */
  readonly credits?: number;
  /** Used from the window's start through the day. */
  readonly used?: number;
  /** The amount with the top-ups that count on the day; absent for unlimited. */
  readonly amount?: number;
  /** The forecast of `used`, with its 80 % range, after the last known day. */
  readonly low?: number;
  readonly mean?: number;
  readonly high?: number;
}

/** What changed an amount within its window. */
interface BurnDownMark {
  readonly day: Day;
  readonly kind: 'made' | 'changed' | 'removed' | 'top-up';
  readonly by: string;
  /** The amount then, or the top-up's credits; absent when removed, or unlimited. */
  readonly credits?: number;
  readonly reason?: string;
}

/** The use of a budget over its window, day by day, against its amount; a budget counts all of its window. */
export function burnDown({
  budget,
  now,
  versions,
  topUps,
  today,
}: {
  readonly budget: Budget;
  readonly now: BudgetNow;
  /** Of this budget, oldest first. */
  readonly versions: readonly BudgetVersion[];
  readonly topUps: readonly TopUp[];
  readonly today: Day;
}): {
  readonly days: readonly BurnDownDay[];
  readonly marks: readonly BurnDownMark[];
  /** Absent without a forecast, and for an unlimited budget. */
  readonly runsOut?: RunOutDays;
} {
  const { window, dailyCredits = [], course = [], topUpCredits } = now;
  const own = topUps.filter((topUp) => reaches(topUp, budget));
  const expected = new Map(course.map(({ day, ...credits }) => [day, credits]));
  let used = 0;
  const days = daysOf(window).map((day, index): BurnDownDay => {
    const credits = dailyCredits[index];
    used += credits ?? 0;
    const ahead = expected.get(day);
    const base = baseOn(day, versions, budget);
    return {
      day,
      credits,
      used: credits === undefined ? undefined : used,
      ...(Number.isFinite(base) && { amount: base + (day === today ? topUpCredits : creditsOn(own, day)) }),
      ...(ahead && { low: ahead.lowCredits, mean: ahead.meanCredits, high: ahead.highCredits }),
    };
  });
  const amount = creditsOf(budget.amount) + topUpCredits;
  const bound = nextBound({ amount, used: now.usedCredits, allowed: now.allowedCredits ?? amount });
  const marks = [...marksOfEdits(versions, window), ...marksOfTopUps(own, window)];
  return {
    days,
    marks: marks.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
    ...(course.length > 0 && Number.isFinite(amount) && { runsOut: runOutDays(course, bound, today) }),
  };
}

function reaches(topUp: TopUp, { scope }: Budget): boolean {
  const { scope: whose } = topUp;
  return scope.kind === 'user'
    ? whose.kind === 'user' && whose.email === scope.email
    : raisedPools(topUp).includes(formatScope(scope));
}

/** The amount without top-ups at the end of a day; before the first version, that of the first one. */
function baseOn(day: Day, versions: readonly BudgetVersion[], { amount }: Budget): number {
  const known = versions.filter(({ terms }) => terms !== undefined);
  const made = known.findLast(({ at }) => at.slice(0, 10) <= day) ?? known[0];
  return creditsOf(made?.terms?.amount ?? amount);
}

function creditsOn(topUps: readonly TopUp[], day: Day): number {
  return topUps.reduce((sum, topUp) => sum + (countsOn(topUp, day) ? topUp.credits : 0), 0);
}

function countsOn(topUp: TopUp, day: Day): boolean {
  return topUp.endedAt === undefined
    ? topUpStatus(topUp, day) === 'in-force'
    : topUp.from <= day && day <= topUp.to && day < topUp.endedAt.slice(0, 10);
}

function marksOfEdits(versions: readonly BudgetVersion[], window: BudgetNow['window']): readonly BurnDownMark[] {
  return versions.flatMap(({ at, by, terms }, index): readonly BurnDownMark[] => {
    const [day, before] = [at.slice(0, 10), versions[index - 1]?.terms];
    const credits = terms && creditsOf(terms.amount);
    if (day < window.from || day > window.through || (before && credits === creditsOf(before.amount))) {
      return [];
    }
    const kind = terms === undefined ? 'removed' : before === undefined ? 'made' : 'changed';
    return [{ day, kind, by, credits: Number.isFinite(credits) ? credits : undefined }];
  });
}

function marksOfTopUps(topUps: readonly TopUp[], window: BudgetNow['window']): readonly BurnDownMark[] {
  return topUps.flatMap(({ from, createdAt, createdBy: by, credits, reason }): readonly BurnDownMark[] => {
    const day = latestDay(from, dayOf(Date.parse(createdAt)));
    return day < window.from || day > window.through ? [] : [{ day, kind: 'top-up', by, credits, reason }];
  });
}
