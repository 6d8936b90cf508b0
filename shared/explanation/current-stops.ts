import { budgetKey, creditsOf, isInForce } from '../budgets/budget.ts';
import { windowAt } from '../budgets/window.ts';
import { stopsOf, type StopCause } from '../caps/stops.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { addDays, type Day } from '../kernel/time/day.ts';
import { isStopped, settledLimit } from '../limits/settled-limit.ts';
import type { Snapshot } from './snapshot.ts';

/** A user who may consume nothing more under the limit in force. Credits count over the platform window. */
export interface CurrentStop {
  readonly userId: string;
  readonly email: string;
  readonly limitCredits: number;
  readonly usedCredits: number;
  /** Absent where the next run raises the limit. */
  readonly cause?: StopCause;
  /** The first day on which the user may consume again; also absent where the budget is 0, which no day ends. */
  readonly until?: Day;
}

/** Returns all users who are stopped now, with the cause. Exempt users are left out: their limits are not managed. */
export const currentStops = keptWith((snapshot: Snapshot): readonly CurrentStop[] => {
  const { decisions, limits, people } = snapshot;
  const used = new Map(people.persons.map(({ userId, credits }) => [userId, credits.platform ?? 0]));
  const causes = new Map(stopsOf(snapshot).map(({ userId, cause }) => [userId, cause]));
  return decisions.flatMap(({ userId, email, reason }) => {
    const record = limits.get(userId);
    const usedCredits = used.get(userId) ?? 0;
    const limitCredits = settledLimit(record);
    if (reason === 'exempt' || limitCredits === undefined || !isStopped(record, usedCredits)) {
      return [];
    }
    const stop = { userId, email, limitCredits, usedCredits };
    const cause = causes.get(userId);
    if (cause === undefined) {
      return [stop];
    }
    return [endsWithWindow(cause, snapshot) ? { ...stop, cause, until: turnOf(cause, snapshot) } : { ...stop, cause }];
  });
});

/** Returns the emails of those whom the next run stops and who may still consume. */
export function nextStops(snapshot: Snapshot): readonly string[] {
  const { limits } = snapshot;
  return stopsOf(snapshot)
    .filter(({ userId, usedCredits }) => !isStopped(limits.get(userId), usedCredits))
    .map(({ email }) => email);
}

/** A new window does not end a budget of 0. */
function endsWithWindow(cause: StopCause, { budgets, today }: Snapshot): boolean {
  return (
    cause.kind === 'ceiling' ||
    !budgets.some(
      (budget) => creditsOf(budget.amount) === 0 && isInForce(budget, today) && budgetKey(budget) === budgetKey(cause),
    )
  );
}

/** A stop ends with the budget's window at the latest; with the platform window for the ceiling. */
function turnOf(cause: StopCause, { today, exposureTerms: { moment } }: Snapshot): Day {
  const kind = cause.kind === 'budget' ? cause.window : 'platform';
  return addDays(windowAt(kind, today, moment.platformWindow).through, 1);
}
