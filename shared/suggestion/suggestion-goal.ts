/** The purpose of suggested budgets. A total is in credits per month; a percentile is 1 to 100, of personal months. */
export type SuggestionGoal =
  | { readonly kind: 'usual-month' }
  | { readonly kind: 'total'; readonly credits: number }
  | { readonly kind: 'percentile'; readonly percentile: number };

export const suggestionGoals = [
  'usual-month',
  'total',
  'percentile',
] as const satisfies readonly SuggestionGoal['kind'][];
