import * as z from 'zod';
import { editWays, type BudgetVersion } from '../../../domain/budgets/budget-version.ts';
import { formatScope, parseScope } from '../../../domain/budgets/scope.ts';
import { windowKinds } from '../../../domain/budgets/window.ts';
import { invariant } from '../../../domain/invariant.ts';
import { budgetRecord } from '../budget.ts';

/** So many digits that texts sort as numbers do. */
const versionDigits = 10;

/** A row of the versions table: of a budget, or of the settings. Without terms the budget was removed. */
export const StoredVersionRow = z.strictObject({
  budget: z.string().min(1),
  version: z.string().regex(/^\d+$/),
  by: z.string(),
  at: z.iso.datetime(),
  way: z.enum(editWays),
  terms: z.record(z.string(), z.json()).exactOptional(),
});

/** The partition of a budget's versions: its row's key in the budgets table as one text, `org#month`. */
export function versionsOf({ scope, window }: { readonly scope: string; readonly window: string }): string {
  return `${scope}#${window}`;
}

/** The number of a version as the table has it. */
export function versionText(version: number): string {
  invariant(Number.isSafeInteger(version) && version > 0, 'versions count from 1');
  return String(version).padStart(versionDigits, '0');
}

/** The row that stands for a version. */
export function formatStoredVersion(
  version: BudgetVersion,
): Readonly<{ budget: string; version: string } & Record<string, unknown>> {
  const { scope, window, by, at, way, terms } = version;
  return {
    budget: versionsOf({ scope: formatScope(scope), window }),
    version: versionText(version.version),
    by,
    at,
    way,
    ...(terms !== undefined && { terms: budgetRecord.format(terms) }),
  };
}

/** Reads a row of the versions table; undefined where it is none that this version of Curfew can read. */
export function readStoredVersion(row: Readonly<Record<string, unknown>>): BudgetVersion | undefined {
  const read = StoredVersionRow.safeParse(row);
  const key = read.success ? keyIn(read.data.budget) : undefined;
  if (!read.success || key === undefined) {
    return undefined;
  }
  const { version, by, at, way } = read.data;
  const facts = { ...key, version: Number(version), by, at, way };
  if (read.data.terms === undefined) {
    return facts;
  }
  const terms = budgetRecord.parse(read.data.terms);
  return terms.kind === 'terms' ? { ...facts, terms: terms.terms } : undefined;
}

/** A scope may hold a `#`, a window never does. */
function keyIn(budget: string): Pick<BudgetVersion, 'scope' | 'window'> | undefined {
  const end = budget.lastIndexOf('#');
  const scope = parseScope(budget.slice(0, Math.max(0, end)));
  const window = windowKinds.find((kind) => kind === budget.slice(end + 1));
  return scope === undefined || window === undefined ? undefined : { scope, window };
}
