import { budgetKey } from '../budgets/budget.ts';
import {
  readSnapshot,
  type SnapshotOrder,
  type SnapshotPorts,
} from '../explanation/use-cases/snapshots/read-snapshot.ts';
import type { ReplayedStops } from '../impact/replayed-stops.ts';
import { suggestBudgets, type Suggestion, type SuggestionOrder } from './suggest-budgets.ts';
import { replaySuggestion, type ReplayedMonth } from './suggestion-stops.ts';

type ShownSuggestion =
  | Exclude<Suggestion, { kind: 'suggested' }>
  | (Omit<Extract<Suggestion, { kind: 'suggested' }>, 'months'> & {
      readonly months: readonly ReplayedMonth[];
      readonly method: ReplayedStops['method'];
      readonly people: number;
      /** The number of existing budgets it does not name. */
      readonly others: number;
    });

/** Suggests budgets for roster members from the ledger, and replays the ledger under them. Leaves out exempt users. */
export async function showSuggestion(
  ports: SnapshotPorts,
  order: SnapshotOrder & Pick<SuggestionOrder, 'goal' | 'isByTeam'> & { readonly isSeen: (email: string) => boolean },
): Promise<ShownSuggestion> {
  const { use, people, decisions, assignment, budgets, exposureTerms } = await readSnapshot(ports, order);
  const exempt = new Set(
    decisions.flatMap((each) => (each.kind === 'keep' && each.reason === 'exempt' ? [each.userId] : [])),
  );
  const wanted: SuggestionOrder = {
    goal: order.goal,
    isByTeam: order.isByTeam,
    use,
    people: people.persons.filter(({ userId, email }) => !exempt.has(userId) && order.isSeen(email)),
    teamOf: assignment.teamOf,
    platformWindow: exposureTerms.moment.platformWindow,
  };
  const suggestion = suggestBudgets(wanted);
  if (suggestion.kind !== 'suggested') {
    return suggestion;
  }
  const named = new Set(suggestion.budgets.map(({ terms }) => budgetKey(terms)));
  return {
    ...suggestion,
    ...replaySuggestion(suggestion, wanted),
    people: wanted.people.length,
    others: budgets.filter((budget) => !named.has(budgetKey(budget))).length,
  };
}
