import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Budget, BudgetTerms } from '../domain/budgets/budget.ts';
import { directEditor } from '../domain/budgets/budget-version.ts';
import { formatScope } from '../domain/budgets/scope.ts';
import { invariant } from '../domain/invariant.ts';
import { budgetFields, checkFieldsTogether, describeRowProblem, formatBudgetRow, termsOf, told } from './budget-row.ts';
import { quotedValue, shownValue } from './quoted-value.ts';

/**
 * A row of the budgets table. What Curfew adds to the fields of admins is missing from a row that was written by hand:
 * such a row has version 0, and its author and moment are not known.
 */
const StoredBudgetRow = z
  .strictObject({
    ...budgetFields,
    version: z
      .int({ error: told('is not a whole number', 'remove it') })
      .min(0, { error: told('is negative', 'remove it') })
      .default(0),
    updatedBy: z
      .string({ error: told('is not a text', 'remove it') })
      .max(320, { error: told('is too long', 'remove it') })
      .default(directEditor),
    updatedAt: z.iso
      .datetime({ error: told('is not an instant in UTC', 'remove it') })
      .default('1970-01-01T00:00:00.000Z'),
  })
  .superRefine(checkFieldsTogether)
  .transform(({ version, updatedBy, updatedAt, ...fields }): Budget => ({
    ...termsOf(fields),
    version,
    updatedBy,
    updatedAt,
  }));

/** A row as the table gives it. */
type Row = Readonly<Record<string, unknown>>;

export type ReadBudget =
  | { readonly kind: 'budget'; readonly budget: Budget }
  | { readonly kind: 'invalid'; readonly invalid: InvalidRow };

/** Scope and window as they stand in the row, cut to what a message may show. */
export interface InvalidRow {
  readonly scope: string;
  readonly window: string;
  readonly problem: string;
  /** The version that the row carries, 0 for none; absent where that cannot be read either. */
  readonly seenVersion?: number;
}

/** Reads one row of the budgets table, written by Curfew or by hand. Never throws and never guesses. */
export function readStoredBudget(row: Row): ReadBudget {
  const read = StoredBudgetRow.safeParse(Object.fromEntries(Object.entries(row).map(listInsteadOfSet)));
  if (!read.success) {
    return invalid(row, describeRowProblem(read.error).join('. '));
  }

  // Another spelling of the same scope would be a second row for it, and which of the two is meant cannot be known.
  const exact = formatScope(read.data.scope);
  if (row['scope'] !== exact) {
    const fault = `field "scope": ${quotedValue(row['scope'])} is not in its exact form`;
    return invalid(row, `${fault}; write it as ${quotedValue(exact)}`);
  }
  return { kind: 'budget', budget: read.data };
}

function invalid(row: Row, problem: string): ReadBudget {
  const [scope, window] = [shownValue(row['scope']), shownValue(row['window'])];
  const version = row['version'] ?? 0;
  const seenVersion =
    typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : undefined;
  return { kind: 'invalid', invalid: { scope, window, problem, ...(seenVersion !== undefined && { seenVersion }) } };
}

/** The row of the budgets table that stands for a budget. */
export function formatStoredBudget({ version, updatedBy, updatedAt, ...terms }: Budget): Record<string, unknown> {
  return { ...formatBudgetRow(terms), version, updatedBy, updatedAt };
}

/** An edit of one budget, as its store takes it. Without terms the budget is removed. */
interface Edit extends Pick<BudgetTerms, 'scope' | 'window'> {
  readonly seenVersion: number;
  readonly version: number;
  readonly terms?: BudgetTerms;
}

/** The budget that an edit makes; undefined when it removes one. */
export function editedBudget(
  { scope, window, seenVersion, version, terms }: Edit,
  author: { readonly name: string; readonly at: string },
): Budget | undefined {
  if (terms === undefined) {
    return undefined;
  }
  const isSameBudget = formatScope(terms.scope) === formatScope(scope) && terms.window === window;
  invariant(isSameBudget, 'the terms of an edit are those of its budget');
  invariant(version > seenVersion, 'an edit makes a later version');
  const budget = { ...terms, version, updatedBy: author.name, updatedAt: author.at };
  const read = readStoredBudget(formatStoredBudget(budget));
  invariant(read.kind === 'budget', 'only sound terms are written');
  return read.budget;
}

/** Tells whether a row is as an edit was made on: its version, or 0 for one without a version or no row at all. */
export function isAsSeen(row: Row | undefined, { seenVersion, terms }: Omit<Edit, 'version'>): boolean {
  const isThere = row !== undefined || terms !== undefined;
  const version = row?.['version'] === undefined ? 0 : row['version'];
  return isThere && version === seenVersion;
}

/** Tells whether a row holds what an edit makes, by the same author, whenever and however late it was written. */
export function holdsBudget(row: Row | undefined, budget: Budget, { seenVersion }: Pick<Edit, 'seenVersion'>): boolean {
  const read = row === undefined ? undefined : readStoredBudget(row);
  if (read?.kind !== 'budget' || read.budget.version <= seenVersion) {
    return false;
  }
  const { version, updatedAt } = budget;
  return isDeepStrictEqual({ ...read.budget, version, updatedAt }, budget);
}

/** Tools that edit tables offer sets where a list is meant. */
function listInsteadOfSet([name, value]: [string, unknown]): [string, unknown] {
  return [name, value instanceof Set ? [...value] : value];
}
