import { csvOf } from '../../parts/charts/figures.ts';

/** Own budgets of some people as a file of the API: other fields of a budget that is there stay. */
export function ownBudgets(emails: readonly string[], window: string, amount: string): string {
  const rows = emails.map((email) => [`user:${email}`, window, amount] as const);
  return csvOf({ columns: ['scope', 'window', 'amount'], rows });
}
