import { isInForce, type BudgetTerms } from '../budgets/budget.ts';
import { exemptionStatus, type Grant } from '../grants/exemption.ts';
import { topUpStatus } from '../grants/top-up.ts';
import type { RecordChange } from '../kernel/records/diff-records.ts';
import { addDays, latestDay, type Day } from '../kernel/time/day.ts';
import type { ProposedEdits } from './proposed-edits.ts';

/** An import of many rows may begin on many days. */
const daysMax = 5;

/** Returns the days, ascending, on which the effect of edits begins or changes, from today; today if they have none. */
export function countingDays({ budgets, teams, grants }: ProposedEdits, today: Day): readonly Day[] {
  const days = [
    ...budgets.flatMap((change) => daysOfBudget(change, today)),
    ...teams.map(() => today),
    ...grants.flatMap((grant) => firstDayOfGrant(grant, today) ?? []),
  ];
  return days.length === 0 ? [today] : [...new Set(days)].toSorted(byDay).slice(0, daysMax);
}

function daysOfBudget(change: RecordChange<BudgetTerms>, today: Day): readonly Day[] {
  const before = change.kind === 'add' ? undefined : change.before;
  const after = change.kind === 'remove' ? undefined : change.after;
  // Changes are possible on the first day of either, and on the day after the last.
  const turns = [before, after].flatMap((terms) => [
    ...(terms?.from === undefined ? [] : [terms.from]),
    ...(terms?.to === undefined ? [] : [addDays(terms.to, 1)]),
  ]);
  const days: Day[] = [];
  let last = '';
  for (const day of [today, ...turns.filter((each) => each > today).toSorted(byDay)]) {
    const [is, willBe] = [termsOn(before, day), termsOn(after, day)];
    const both = JSON.stringify([is, willBe]);
    if (is !== willBe && both !== last) {
      days.push(day);
    }
    last = both;
  }
  return days;
}

function termsOn(terms: BudgetTerms | undefined, day: Day): string | undefined {
  if (terms === undefined || !isInForce(terms, day)) {
    return undefined;
  }
  const { scope, amount, mode, guarantee, reserved, priority } = terms;
  return JSON.stringify([scope, amount, mode, guarantee, reserved, priority]);
}

/** A grant is new, or ended now: then the effect begins now instead of on its first day. */
function firstDayOfGrant(grant: Grant, today: Day): Day | undefined {
  const { endedAt: _ended, ...open } = grant;
  if (open.kind === 'exemption') {
    return exemptionStatus(open, today) === 'in-force' ? today : undefined;
  }
  return topUpStatus(open, today) === 'over' ? undefined : latestDay(today, open.from);
}

function byDay(a: Day, b: Day): number {
  return Number(a > b) - Number(a < b);
}
