import type { OperationDocument } from '../../api/call-api.ts';

/** Budget windows, as the API takes them. */
export const windows = ['day', 'week', 'month', 'quarter', 'platform'] as const;
export type BudgetWindow = (typeof windows)[number];

/** Of a budget as the API shows it, what pages read by name; its other fields are those of its codec. */
export interface BudgetRow {
  readonly scope: string;
  readonly window: BudgetWindow;
  readonly amount: number | 'unlimited';
  readonly mode: 'observe' | 'alert' | 'enforce';
  readonly note?: string;
  readonly version: number;
  readonly updatedBy: string;
  readonly updatedAt: string;
  readonly windowFrom: string | null;
  readonly windowThrough: string | null;
  readonly topUps: number | null;
  readonly used: number | null;
  readonly left: number | null;
  readonly forecast: { readonly low: number; readonly mean: number; readonly high: number } | null;
  readonly runsOutOn: string | null;
  readonly people: number | null;
  readonly highest: string | null;
  readonly daily?: readonly number[];
}

export function budgetRow(document: OperationDocument<'showBudget'>): BudgetRow {
  return document as unknown as BudgetRow;
}

export function budgetPath(scope: string, window?: string): string {
  return `/budgets/${encodeURIComponent(scope)}${window === undefined ? '' : `?window=${window}`}`;
}

/** The page of a scope's person or team; undefined for the organization and the default. */
export function subjectPath(scope: string): string | undefined {
  const [, kind, name = ''] = /^(user|team):(.+)$/su.exec(scope) ?? [];
  return kind === undefined ? undefined : `/${kind === 'user' ? 'people' : 'teams'}/${encodeURIComponent(name)}`;
}
