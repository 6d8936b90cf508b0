import { isInForce, type BudgetTerms } from '../budgets/budget.ts';
import { exemptionStatus, type Grant } from '../budgets/exemption.ts';
import { topUpStatus } from '../budgets/top-up.ts';
import type { RecordChange } from '../records/diff-records.ts';
import { addDays, latestDay, type Day } from '../time/day.ts';
import type { ProposedEdits } from './proposed-edits.ts';

/** So many days are looked at: an import of many rows may begin on many. */
const daysMax = 5;

/** The days on which what edits do begins or changes, from today on, the first one first; today when they do nothing. */
export function countingDays({ budgets, teams, grants }: ProposedEdits, today: Day): readonly Day[] {
  const days = [
    ...budgets.flatMap((change) => daysOfBudget(change, today)),
    ...teams.map(() => today),
    ...grants.flatMap((grant) => firstDayOfGrant(grant, today) ?? []),
  ];
  return days.length === 0 ? [today] : [...new Set(days)].toSorted(byDay).slice(0, daysMax);
}

/** The days on which what is in force begins to differ, or differs in another way; none when it never does. */
function daysOfBudget(change: RecordChange<BudgetTerms>, today: Day): readonly Day[] {
  const before = change.kind === 'add' ? undefined : change.before;
  const after = change.kind === 'remove' ? undefined : change.after;
  // What is in force turns on the first day of either, and on the day after the last.
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

/** What of a budget counts on a day, as a text. */
function termsOn(terms: BudgetTerms | undefined, day: Day): string | undefined {
  if (terms === undefined || !isInForce(terms, day)) {
    return undefined;
  }
  const { scope, amount, mode, guarantee, reserved, priority } = terms;
  return JSON.stringify([scope, amount, mode, guarantee, reserved, priority]);
}

/** A grant is new, or ended at this moment: then it counts for nothing from now on, instead of from its first day. */
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
