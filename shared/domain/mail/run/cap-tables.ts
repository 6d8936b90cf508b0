import type { CapPlan } from '../../caps/cap-plan.ts';
import type { RecordedChange } from '../../journal/cap-entry.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';
import { grouped } from '../../texts/grouped.ts';
import type { MailSection } from '../content.ts';
import { left, rest, right, rowsMax } from '../table-parts.ts';

/** The changed limits, those who have the least left first; empty when there are none. */
export function changesTable(
  changes: readonly RecordedChange[],
  [limitColumn, heading]: readonly [string, string],
): readonly MailSection[] {
  if (changes.length === 0) {
    return [];
  }
  const leastFirst = changes.toSorted((a, b) => leftOf(a) - leftOf(b) || (a.email < b.email ? -1 : 1));
  const table = {
    columns: [left('User'), right('Before'), right(limitColumn), right('Left'), left('Decided by')],
    rows: leastFirst
      .slice(0, rowsMax)
      .map((change) => [
        change.email,
        change.fromCredits === undefined ? 'none' : grouped(change.fromCredits),
        change.binding === undefined ? 'unlimited' : grouped(change.limitCredits),
        change.binding === undefined ? 'unlimited' : grouped(change.binding.headroomCredits),
        change.binding === undefined ? 'no limit' : describeBinding(change.binding),
      ]),
    ...rest(changes.length),
  };
  return [{ kind: 'table', heading: `${heading} (${grouped(changes.length)})`, table }];
}

/** The users whose limit is at the floor, above what their budgets leave. */
export function floorTable(plan: CapPlan | undefined): readonly MailSection[] {
  const raised = (plan?.decisions ?? []).filter(({ floorCredits }) => floorCredits !== undefined);
  if (raised.length === 0) {
    return [];
  }
  const table = {
    columns: [left('User'), right('Floor')],
    rows: raised.slice(0, rowsMax).map(({ email, floorCredits }) => [email, grouped(floorCredits ?? 0)]),
    ...rest(raised.length),
  };
  return [{ kind: 'table', heading: `Raised to the floor, above their budget (${raised.length})`, table }];
}

/** Whose budget decides, seen from the user's row. */
function describeBinding({ scope, window }: NonNullable<RecordedChange['binding']>): string {
  const words = { user: 'own budget', default: 'default budget', org: 'the organization’s', team: 'the team’s' };
  return `${words[scope.kind]}, ${window}`;
}

function leftOf(change: RecordedChange): number {
  return change.binding?.headroomCredits ?? Number.POSITIVE_INFINITY;
}

/** The caps that were not set, and why. `outcomes`: by user id. */
export function failuresTable(
  plan: CapPlan | undefined,
  outcomes: ReadonlyMap<string, RowOutcome>,
): readonly MailSection[] {
  const failed = (plan?.decisions ?? []).flatMap((decision) => {
    const outcome = outcomes.get(decision.userId);
    return outcome === undefined || outcome.kind === 'done' ? [] : [{ email: decision.email, outcome }];
  });
  if (failed.length === 0) {
    return [];
  }
  const table = {
    columns: [left('User'), left('What happened'), left('Why')],
    rows: failed
      .slice(0, rowsMax)
      .map(({ email, outcome }) => [
        email,
        outcome.kind === 'failed' ? 'refused, the old cap stays in force' : 'unknown, sent again by the next run',
        outcome.problem,
      ]),
    ...rest(failed.length),
  };
  return [{ kind: 'table', heading: `Caps that were not set (${failed.length})`, table }];
}
