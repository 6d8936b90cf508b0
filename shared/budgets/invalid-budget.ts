import type { Stamp } from '../kernel/records/record-kind.ts';
import { shellWord } from '../kernel/texts/shell-word.ts';
import { dayText } from '../kernel/time/day.ts';
import type { Budget } from './budget.ts';

/** What is said of a row that cannot be read as a budget; scope and window are as stored. */
export interface InvalidRow {
  readonly scope: string;
  readonly window: string;
  readonly problem: string;
  /** The last valid version, in force instead of the row; absent when there is none. */
  readonly lastValid?: Stamp & { readonly owners?: readonly string[] };
}

export interface InvalidBudget extends InvalidRow {
  /** The row's version, 0 for none; absent when it cannot be read either. */
  readonly seenVersion?: number;
  readonly lastValid?: Budget;
}

/** Describes what applies until the row is corrected, and how to correct it. */
export function describeInForce({ scope, window, lastValid }: InvalidRow): string {
  const remedy = `correct the row in the table, or with: npx curfew budgets set ${shellWord(scope)} ${window} AMOUNT`;
  if (lastValid === undefined) {
    return `There is no valid version, so that the caps in its scope do not change; ${remedy}`;
  }
  const { version, updatedBy, updatedAt } = lastValid;
  return `Version ${version} of ${dayText(updatedAt.slice(0, 10))} by ${updatedBy} is in force; ${remedy}`;
}

export function describeInvalidBudget(row: InvalidRow): string {
  const effect = row.lastValid === undefined ? 'not valid' : 'not valid, and the edit is ignored';
  return `The budget "${row.scope}" "${row.window}" in the table is ${effect}: ${row.problem}. ${describeInForce(row)}`;
}
