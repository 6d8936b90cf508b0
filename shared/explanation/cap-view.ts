import type { Scope } from '../budgets/scope.ts';
import type { WindowKind } from '../budgets/window.ts';
import type { Person } from '../caps/person.ts';
import { keptWith } from '../kernel/kept-with.ts';
import { sortedBy } from '../kernel/texts/compare-text.ts';
import { capStatusOf, exposureOf, type CapStatus } from '../limits/cap-status.ts';
import { holdingOf } from '../limits/limit-holdings.ts';
import { isStopped } from '../limits/settled-limit.ts';
import { emailKey } from '../roster/email.ts';
import { type CapsSnapshot, decidingBudgetOf, isFrozen, windowExposureTerms } from './snapshot.ts';

/** One user's cap now. Credits are integers, counted over the platform window. */
export interface CapView {
  readonly userId: string;
  readonly email: string;
  readonly team?: string;
  readonly limitCredits?: number;
  readonly usedCredits: number;
  readonly headroomCredits?: number;
  readonly exposureCredits?: number;
  readonly binding?: { readonly scope: Scope; readonly window: WindowKind };
  readonly reservedCredits?: number;
  readonly status: CapStatus;
  readonly isStopped: boolean;
}

export function capViewOf(person: Person, snapshot: CapsSnapshot): CapView {
  const { userId, email } = person;
  const holding = holdingOf(person, snapshot.holdings);
  const { record } = holding;
  const usedCredits = person.credits.platform ?? 0;
  const limitCredits = record?.confirmed?.limitCredits;
  const exposureCredits = exposureOf(usedCredits, holding, windowExposureTerms(snapshot));
  const decidingBudget = isFrozen(person, snapshot) ? undefined : decidingBudgetOf(person, snapshot);
  const team = snapshot.assignment.teamOf.get(userId);
  const status = holding.isExempt === true ? 'exempt' : capStatusOf(record, snapshot.runsGoingOn);
  const reservedCredits = snapshot.shares.byUser.get(userId)?.reserved?.heldCredits;
  return {
    userId,
    email,
    team,
    limitCredits,
    headroomCredits: limitCredits === undefined ? undefined : Math.max(0, limitCredits - usedCredits),
    usedCredits,
    exposureCredits,
    binding: decidingBudget && { scope: decidingBudget.scope, window: decidingBudget.window },
    reservedCredits,
    status,
    isStopped: status !== 'exempt' && isStopped(record, usedCredits),
  };
}

/** The caps of all people: those of stopped people first, then by what remains. */
export const capViewsOf = keptWith((snapshot: CapsSnapshot): readonly CapView[] => {
  const views = snapshot.people.persons.map((person) => capViewOf(person, snapshot));
  return sortedBy(views, ({ email }) => emailKey(email)).toSorted(stoppedFirst);
});

function stoppedFirst(a: CapView, b: CapView): number {
  const [left, right] = [a.headroomCredits ?? Infinity, b.headroomCredits ?? Infinity];
  return Number(b.isStopped) - Number(a.isStopped) || (left === right ? 0 : left - right);
}
