import type { CapPlan } from '../../caps/cap-plan.ts';
import type { Uncappable } from '../../caps/uncapped.ts';
import { poolFacts, stakesIn } from '../../explanation/describe-pool.ts';
import type { RecordedChange } from '../../journal/cap-entry.ts';
import { grouped } from '../../kernel/texts/amounts.ts';
import { creditsText } from '../../kernel/texts/credits.ts';
import type { RowOutcome } from '../../limits/limit-record.ts';
import type { MailSection } from '../content.ts';
import { left, right, tableSection, rest, rowsMax } from '../table-parts.ts';

/** Returns the changed limits, least remaining first; empty for none. */
export function changesTable(
  changes: readonly RecordedChange[],
  [limitColumn, heading]: readonly [string, string],
): readonly MailSection[] {
  const leastFirst = changes.toSorted((a, b) => leftOf(a) - leftOf(b) || (a.email < b.email ? -1 : 1));
  const columns = [left('User'), right('Before'), right(limitColumn), right('Left'), left('Decided by')];
  const about = { heading: `${heading} (${grouped(changes.length)})`, columns };
  return tableSection(about, leastFirst, ({ email, fromCredits, limitCredits, binding }) => [
    email,
    fromCredits === undefined ? 'none' : creditsText(fromCredits),
    ...(binding === undefined
      ? ['unlimited', 'unlimited', 'no limit']
      : [creditsText(limitCredits), creditsText(binding.headroomCredits), describeBinding(binding)]),
  ]);
}

/** Returns the users whose limit is at the floor, above what their budgets leave. */
export function floorTable(plan: CapPlan | undefined): readonly MailSection[] {
  const raised = (plan?.decisions ?? []).filter(({ floorCredits }) => floorCredits !== undefined);
  const heading = `Raised to the floor, above their budget (${raised.length})`;
  const columns = [left('User'), right('Floor')];
  return tableSection({ heading, columns }, raised, ({ email, floorCredits = 0 }) => [
    email,
    creditsText(floorCredits),
  ]);
}

function describeBinding({ scope, window }: NonNullable<RecordedChange['binding']>): string {
  const words = {
    user: 'own budget',
    members: 'default of the team',
    default: 'default budget',
    org: 'the organization’s',
    team: 'the team’s',
    model: 'the model’s',
  };
  return `${words[scope.kind]}, ${window}`;
}

function leftOf(change: RecordedChange): number {
  return change.binding?.headroomCredits ?? Number.POSITIVE_INFINITY;
}

/** Returns the caps that were not set, and why. `outcomes`: by user id. */
export function failuresTable(
  plan: CapPlan | undefined,
  outcomes: ReadonlyMap<string, RowOutcome>,
): readonly MailSection[] {
  const failed = (plan?.decisions ?? []).flatMap((decision) => {
    const outcome = outcomes.get(decision.userId);
    return outcome === undefined || outcome.kind === 'done' ? [] : [{ email: decision.email, outcome }];
  });
  const columns = [left('User'), left('What happened'), left('Why')];
  const heading = `Caps that were not set (${failed.length})`;
  return tableSection({ heading, columns }, failed, ({ email, outcome }) => [
    email,
    outcome.kind === 'failed' ? 'refused, the old cap stays in force' : 'unknown, sent again by the next run',
    outcome.problem,
  ]);
}

const uncappableReasons = {
  'no-email': 'no email is known, and limits are set by email',
  'email-shared': 'shares an email with another account on the roster',
  'not-on-roster': 'has used credits and is not on the roster',
} as const;

/** Returns the users who cannot be capped and why, the largest use first; empty for none. */
export function uncappableTable(plan: CapPlan | undefined): readonly MailSection[] {
  if (plan === undefined) {
    return [];
  }
  const { uncappable } = plan;
  const stakes = stakesColumn(plan);
  const atStake = (user: Uncappable) => user.creditsAtStake.platform ?? 0;
  const mostFirst = uncappable.toSorted((a, b) => atStake(b) - atStake(a) || (a.userId < b.userId ? -1 : 1));
  const columns = [left('User id'), left('Why'), right('Used this window'), ...(stakes ? [stakes.column] : [])];
  return tableSection({ heading: `Cannot be capped (${uncappable.length})`, columns }, mostFirst, (user) => [
    user.userId,
    uncappableReasons[user.reason],
    creditsText(atStake(user)),
    ...(stakes ? [stakes.cellOf(user)] : []),
  ]);
}

export function poolSections(plan: CapPlan | undefined): readonly MailSection[] {
  const pools = plan === undefined ? [] : poolFacts(plan);
  if (pools.length === 0) {
    return [];
  }
  const shown = pools.slice(0, rowsMax);
  const outlooks = shown.flatMap(({ pool, outlook }) => (outlook === undefined ? [] : [`${pool}: ${outlook}`]));
  const table = {
    columns: [left('Pool'), right('Amount'), right('Used'), right('Worst case'), left('Guarantee')],
    rows: shown.map(({ pool, amount, used, most, guarantee }) => [pool, amount, used, most, guarantee]),
    ...rest(pools.length),
  };
  return [
    { kind: 'table', heading: `Pools, before tonight’s changes (${pools.length})`, table },
    ...(outlooks.length === 0
      ? []
      : [{ kind: 'notes', heading: 'Overspend guarantee, before tonight’s changes', notes: outlooks } as const]),
  ];
}

function stakesColumn({ shares }: CapPlan) {
  const isStrict = shares.pools.some(({ guarantee }) => guarantee.kind === 'strict');
  return isStrict
    ? {
        column: left('Used of strict pools'),
        cellOf: (user: CapPlan['uncappable'][number]) => stakesIn(shares, user).join('; ') || 'none',
      }
    : undefined;
}
