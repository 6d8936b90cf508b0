import type { Scope } from '../budgets/scope.ts';
import { windowAt, type WindowKind } from '../budgets/window.ts';
import { canExceed, expectedRunOutDay } from '../forecast/forecast.ts';
import { usualWeekOf } from '../forecast/usual-use.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { addDays, type Day, earliestDay, latestDay } from '../kernel/time/day.ts';
import { dailyCreditsOf } from '../ledger/daily-use.ts';
import { capViewOf, type CapView } from './cap-view.ts';
import { platformWindowOf, type Snapshot } from './snapshot.ts';

/** A person whose usual use reaches their limit soon. Credits are integers. */
export interface ComingStop {
  readonly userId: string;
  readonly email: string;
  readonly team?: string;
  /** The expected day, today at the earliest. */
  readonly on: Day;
  readonly limitCredits: number;
  readonly leftCredits: number;
  readonly binding?: { readonly scope: Scope; readonly window: WindowKind };
  /** The first day on which the deciding budget, or else the platform, counts anew. */
  readonly until: Day;
}

const daysAhead = 7;

/** People stopped in the next seven days at their usual pace, the soonest first. Shares of pools may move nightly. */
export const comingStops = keptWith((snapshot: Snapshot): readonly ComingStop[] => {
  const { people, use, today } = snapshot;
  const profile = usualWeekOf(dailyCreditsOf(use, use.organization));
  const stops = people.persons.flatMap((person): readonly ComingStop[] => {
    const cap = capViewOf(person, snapshot);
    const { limitCredits, headroomCredits } = cap;
    const credits = use.users.get(person.userId);
    if (limitCredits === undefined || headroomCredits === undefined || credits === undefined || isOut(cap)) {
      return [];
    }
    const turn = turnOf(cap, snapshot);
    const range = {
      kind: 'week',
      from: addDays(use.range.through, 1),
      through: earliestDay(addDays(today, daysAhead - 1), addDays(turn, -1)),
    } as const;
    const daily = dailyCreditsOf(use, credits);
    const until = { window: range, amountCredits: headroomCredits };
    const day = canExceed(until, daily, profile) ? expectedRunOutDay(until, daily, profile) : undefined;
    const { userId, email, team, binding } = cap;
    return day === undefined
      ? []
      : [
          {
            userId,
            email,
            team,
            on: latestDay(today, day),
            limitCredits,
            leftCredits: headroomCredits,
            binding,
            until: turn,
          },
        ];
  });
  return stops.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : a.leftCredits - b.leftCredits));
});

function isOut({ isStopped, status }: CapView): boolean {
  return isStopped || status === 'exempt';
}

function turnOf({ binding }: CapView, { today, usage, exposureTerms: { moment } }: Snapshot): Day {
  const window =
    binding === undefined ? platformWindowOf(usage) : windowAt(binding.window, today, moment.platformWindow);
  return addDays(window.through, 1);
}
