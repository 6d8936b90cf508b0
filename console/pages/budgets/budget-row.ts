import type { OperationDocument } from '../../api/call-api.ts';

/** Budget windows, as the API takes them. */
export const windows = ['day', 'week', 'month', 'quarter', 'platform'] as const;
export type BudgetWindow = (typeof windows)[number];

/** A budget as the API shows it, with those fields of its codec that pages read by name. */
export type BudgetRow = OperationDocument<'showBudget'> & {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly amount: number | 'unlimited';
  readonly mode: 'observe' | 'alert' | 'enforce';
  readonly note?: string;
};

export function budgetRow(document: OperationDocument<'showBudget'>): BudgetRow {
  return document as BudgetRow;
}

export function budgetPath(scope: string, window?: string): string {
  return `/budgets/${encodeURIComponent(scope)}${window === undefined ? '' : `?window=${window}`}`;
}

/** The page of a scope's person or team; undefined where it names neither. */
export function subjectPath(scope: string): string | undefined {
  const [, kind, name = ''] = /^(user|team|members):(.+)$/su.exec(scope) ?? [];
  return kind === undefined ? undefined : `/${kind === 'user' ? 'people' : 'teams'}/${encodeURIComponent(name)}`;
}
