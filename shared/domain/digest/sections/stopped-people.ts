import { formatScope } from '../../budgets/scope.ts';
import type { StopCause } from '../../caps/stops.ts';
import { currentStops } from '../../explanation/current-stops.ts';
import type { Snapshot } from '../../explanation/snapshot.ts';
import { lookBack, stoppedDaysOf } from '../../limits/stopped-days.ts';
import { compareText } from '../../texts/compare-text.ts';
import type { Day, DayRange } from '../../time/day.ts';
import type { DigestWeek } from '../digest-week.ts';

/** Somebody who met their limit in a week, or is stopped now. */
export interface StoppedPerson {
  readonly userId: string;
  readonly email: string;
  /** The days of the week on which they met it, ascending. */
  readonly days: readonly Day[];
  /** On how many days of the week before. */
  readonly daysBefore: number;
  /** They are stopped now: by what, absent where the next run raises the limit, and the first day on which they may go on. */
  readonly now?: { readonly by?: string; readonly until?: Day };
}

/** Everybody who was stopped in a week or is now, those longest stopped first. */
export function stoppedPeople(
  snapshot: Snapshot,
  { week, before }: Pick<DigestWeek, 'week' | 'before'>,
): readonly StoppedPerson[] {
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
        ...(stop.cause !== undefined && { by: describeCause(stop.cause) }),
        ...(stop.until !== undefined && { until: stop.until }),
      };
      const person = { userId, email, days, daysBefore: within(all, before).length };
      const isReported = days.length > 0 || now !== undefined || person.daysBefore > 0;
      return isReported ? [{ ...person, ...(now !== undefined && { now }) }] : [];
    })
    .toSorted((a, b) => b.days.length - a.days.length || compareText(a.email, b.email));
}

function describeCause(cause: StopCause): string {
  if (cause.kind !== 'budget') {
    return 'the limit';
  }
  return cause.scope.kind === 'user' ? 'their own budget' : `the budget ${formatScope(cause.scope)}`;
}

function within(days: readonly Day[], { from, through }: DayRange): readonly Day[] {
  return days.filter((day) => from <= day && day <= through);
}
