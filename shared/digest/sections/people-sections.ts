import { formatScope } from '../../budgets/scope.ts';
import type { StopCause } from '../../caps/stops.ts';
import { currentStops } from '../../explanation/current-stops.ts';
import type { Snapshot } from '../../explanation/snapshot.ts';
import { counted, grouped } from '../../kernel/texts/amounts.ts';
import { compareText } from '../../kernel/texts/compare-text.ts';
import { creditsOver } from '../../kernel/texts/credits.ts';
import { type Day, dayAndMonth, type DayRange } from '../../kernel/time/day.ts';
import { lookBack, stoppedDaysOf } from '../../limits/stopped-days.ts';
import type { MailSection } from '../../mail/content.ts';
import { left, right } from '../../mail/table-parts.ts';
import type { ComparedWeeks } from '../digest-week.ts';
import type { Attribution } from './parts.ts';
import type { RiseCause, Riser } from './risers.ts';

const stoppedMax = 5;

/** Lists who was stopped, on how many days, and until when; empty for none. */
export function stoppedSection(stopped: readonly StoppedPerson[]): readonly MailSection[] {
  const people = stopped.filter(({ days, now }) => days.length > 0 || now !== undefined);
  const more = people.length - stoppedMax;
  const table = {
    columns: [left('Who'), left('Met the limit on'), left('Now')],
    rows: people.slice(0, stoppedMax).map(({ email, days, now }) => [email, describeDays(days), describeNow(now)]),
    ...(more > 0 && { more: `and ${grouped(more)} more: npx curfew status` }),
  };
  return people.length === 0 ? [] : [{ kind: 'table', heading: `Stopped (${grouped(people.length)})`, table }];
}

function describeDays(days: readonly string[]): string {
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) {
    return 'after the week';
  }
  return days.length === 1 ? first : `${counted(days.length, 'day')}, ${first} to ${last}`;
}

function describeNow(now: StoppedPerson['now']): string {
  if (now === undefined) {
    return 'may go on';
  }
  if (now.by === undefined) {
    return 'may go on after the next run';
  }
  return now.until === undefined
    ? `stopped by ${now.by}, which is 0`
    : `stopped by ${now.by} until ${dayAndMonth(now.until)}`;
}

/** Lists who used more than the week before, and why as far as the ledger shows it; empty for none. */
export function riserSection(
  risers: readonly Riser[],
  { nameOf, teamOf }: Attribution,
  weeks: ComparedWeeks,
): readonly MailSection[] {
  const isOneTeam = new Set(risers.map(({ userId }) => teamOf.get(userId))).size === 1;
  const rows = risers.map(({ userId, credits, before, riseCredits, share, cause }) => [
    nameOf(userId),
    creditsOver(credits, weeks.week),
    creditsOver(before, weeks.before),
    `${creditsOver(riseCredits, weeks.week)} more (${Math.round(share * 100)} % of the whole rise): ${describeCause(cause)}${isOneTeam ? '' : inTeam(teamOf.get(userId))}`,
  ]);
  const table = { columns: [left('Who'), right('This week'), right('Before'), left('Why')], rows };
  return rows.length === 0 ? [] : [{ kind: 'table', heading: 'Who used more', table }];
}

function inTeam(team: string | undefined): string {
  return team === undefined ? '' : `; team ${team}`;
}

function describeCause(cause: RiseCause): string {
  switch (cause.kind) {
    case 'new':
      return 'used nothing the week before';
    case 'was-stopped':
      return `was stopped on ${counted(cause.days, 'day')} of the week before`;
    case 'one-day':
      return `used ${creditsOver(cause.credits, { from: cause.day, through: cause.day })} on ${dayAndMonth(cause.day)} alone`;
    case 'all-week':
      return 'more on several days';
  }
}

export interface StoppedPerson {
  readonly userId: string;
  readonly email: string;
  readonly days: readonly Day[];
  readonly daysBefore: number;
  /** Set while stopped: the cause (absent where the next run raises the limit) and the first day without it. */
  readonly now?: { readonly by?: string; readonly until?: Day };
}

/** Returns all people who were stopped in a week or are now, longest stopped first. */
export function stoppedPeople(snapshot: Snapshot, { week, before }: ComparedWeeks): readonly StoppedPerson[] {
  const { use, dataThrough, exposureTerms, limits, people } = snapshot;
  const stops = new Map(currentStops(snapshot).map((stop) => [stop.userId, stop]));
  const { platformWindow } = exposureTerms.moment;
  const back = dataThrough === undefined ? undefined : lookBack(use, { dataThrough, platformWindow });
  return people.persons
    .flatMap(({ userId, email }): readonly StoppedPerson[] => {
      const all = back === undefined ? [] : stoppedDaysOf(limits.get(userId), use.users.get(userId), back);
      const days = within(all, week);
      const stop = stops.get(userId);
      const now = stop && {
        by: stop.cause === undefined ? undefined : stopCauseText(stop.cause),
        until: stop.until,
      };
      const person = { userId, email, days, daysBefore: within(all, before).length };
      const isReported = days.length > 0 || now !== undefined || person.daysBefore > 0;
      return isReported ? [{ ...person, now }] : [];
    })
    .toSorted((a, b) => b.days.length - a.days.length || compareText(a.email, b.email));
}

function stopCauseText(cause: StopCause): string {
  if (cause.kind !== 'budget') {
    return 'the limit';
  }
  return cause.scope.kind === 'user' ? 'their own budget' : `the budget ${formatScope(cause.scope)}`;
}

function within(days: readonly Day[], { from, through }: DayRange): readonly Day[] {
  return days.filter((day) => from <= day && day <= through);
}
