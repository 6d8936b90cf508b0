import { budgetTitle } from '../budgets/budget-title.ts';
import type { RecordedChange } from '../journal/cap-entry.ts';
import { grouped } from '../kernel/texts/amounts.ts';
import { compareText } from '../kernel/texts/compare-text.ts';
import { creditsText } from '../kernel/texts/credits.ts';
import { someNames } from '../kernel/texts/some-names.ts';

/** Describes changed limits, a line for each kind of change, stopped users first; empty without changes. */
export function describeChanges(changes: readonly RecordedChange[]): readonly string[] {
  const kinds = Map.groupBy(changes, kindOf);
  const stopped = Map.groupBy(kinds.get('stopped') ?? [], causeOf);
  return [
    ...[...stopped]
      .toSorted(([a], [b]) => compareText(a, b))
      .flatMap(([cause, some]) => named(`Stopped by ${cause}`, some)),
    ...named('Can work again', kinds.get('freed') ?? []),
    ...moved('Raised', kinds.get('raised') ?? []),
    ...moved('Lowered', kinds.get('lowered') ?? []),
    ...named('Same limit, sent again', kinds.get('same') ?? []),
    ...named('First limit', kinds.get('first') ?? []),
    ...named('No limit any more', kinds.get('lifted') ?? []),
  ];
}

function kindOf({
  fromCredits,
  limitCredits,
  binding,
}: RecordedChange): 'stopped' | 'freed' | 'raised' | 'lowered' | 'same' | 'first' | 'lifted' {
  if (binding === undefined) {
    return 'lifted';
  }
  const { usedCredits = limitCredits - binding.headroomCredits } = binding;
  const had = fromCredits === undefined || fromCredits > usedCredits;
  const has = limitCredits > usedCredits;
  if (had !== has) {
    return has ? 'freed' : 'stopped';
  }
  if (fromCredits === undefined) {
    return 'first';
  }
  return fromCredits === limitCredits ? 'same' : limitCredits < fromCredits ? 'lowered' : 'raised';
}

function causeOf({ binding }: RecordedChange): string {
  return binding === undefined ? '' : budgetTitle(binding, 'their');
}

function named(what: string, changes: readonly RecordedChange[]): readonly string[] {
  const names = changes.map(({ email }) => email).toSorted(compareText);
  return names.length === 0 ? [] : [`${what} (${grouped(names.length)}): ${someNames(names)}`];
}

function moved(what: string, changes: readonly RecordedChange[]): readonly string[] {
  const furthest = changes.toSorted((a, b) => distanceOf(b) - distanceOf(a) || compareText(a.email, b.email));
  const names = furthest.map(
    ({ email, fromCredits = 0, limitCredits }) =>
      `${email} (${creditsText(fromCredits)} → ${creditsText(limitCredits)})`,
  );
  return names.length === 0 ? [] : [`${what} (${grouped(names.length)}): ${someNames(names)}`];
}

function distanceOf({ fromCredits = 0, limitCredits }: RecordedChange): number {
  return Math.abs(limitCredits - fromCredits);
}
