import { replayStops, type ReplayedStops } from '../impact/replayed-stops.ts';
import type { Day } from '../kernel/time/day.ts';
import { isWithin } from '../kernel/time/window.ts';
import { creditsWithin } from '../ledger/daily-use.ts';
import type { KnownMonth } from './known-months.ts';
import { suggestedTerms, type Suggestion, type SuggestionOrder } from './suggest-budgets.ts';

export interface ReplayedMonth extends KnownMonth {
  readonly usedCredits: number;
  readonly stopped: readonly {
    readonly email: string;
    readonly day: Day;
    readonly days: number;
    readonly scope: string;
  }[];
}

/**
 * Replays past use under suggested budgets, by the rules of the nightly run. An incomplete first month is replayed but
 * not shown if others follow: without history the division does not know people's demand.
 */
export function replaySuggestion(
  { range, months, budgets }: Extract<Suggestion, { kind: 'suggested' }>,
  { use, people, teamOf, platformWindow }: SuggestionOrder,
): { readonly method: ReplayedStops['method']; readonly months: readonly ReplayedMonth[] } {
  const terms = budgets.map((budget) => suggestedTerms(budget.terms));
  const { method, stops } = replayStops({ ...range, budgets: terms, people, use, teamOf, platformWindow });
  return {
    method,
    months: withoutWarmUp(months).map((month) => ({
      ...month,
      usedCredits: people.reduce((sum, { userId }) => sum + creditsWithin(use, use.users.get(userId), month), 0),
      stopped: [
        ...Map.groupBy(
          stops.filter(({ day }) => isWithin(day, month)),
          ({ email }) => email,
        ),
      ].flatMap(([email, [first, ...more]]) =>
        first === undefined ? [] : [{ email, day: first.day, days: more.length + 1, scope: first.scope }],
      ),
    })),
  };
}

function withoutWarmUp(months: readonly KnownMonth[]): readonly KnownMonth[] {
  return months.length > 1 && months[0]?.isWhole === false ? months.slice(1) : months;
}
