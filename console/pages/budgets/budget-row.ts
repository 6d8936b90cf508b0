import type { OperationDocument } from '../../api/call-api.ts';

/** Windows over which a budget may be, as the API takes them. */
export const windows = ['day', 'week', 'month', 'quarter', 'platform'] as const;
export type BudgetWindow = (typeof windows)[number];

/** A budget as the API lists it: what somebody set, and how it stands. */
export interface BudgetRow extends BudgetFields {
  readonly scope: string;
  readonly window: BudgetWindow;
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

/** What somebody may set of a budget. */
interface BudgetFields {
  readonly amount: number | 'unlimited';
  readonly mode: 'observe' | 'alert' | 'enforce';
  readonly thresholds: readonly number[];
  readonly owners: readonly string[];
  readonly forecastAlert: boolean;
  readonly guarantee?: 'strict' | number;
  readonly from?: string;
  readonly to?: string;
  readonly note?: string;
  readonly reserved?: number;
  readonly priority?: 'normal' | 'high';
}

type Plain = OperationDocument<'showBudget'>;

/** Reads a document of the API as what its codec makes it. */
export function budgetRow(document: Plain): BudgetRow {
  return document as unknown as BudgetRow;
}

/** The address of a budget’s page. */
export function budgetPath(scope: string, window?: string): string {
  return `/budgets/${encodeURIComponent(scope)}${window === undefined ? '' : `?window=${window}`}`;
}

/** The address of what a scope is of: a person or a team; undefined for the organization and the default. */
export function subjectPath(scope: string): string | undefined {
  const [, kind, name = ''] = /^(user|team):(.+)$/su.exec(scope) ?? [];
  return kind === undefined ? undefined : `/${kind === 'user' ? 'people' : 'teams'}/${encodeURIComponent(name)}`;
}
