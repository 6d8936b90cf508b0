import { decideSupport } from '../domain/budgets/budget-support.ts';
import { budgetKey } from '../domain/budgets/diff-budgets.ts';
import { readBudgetCsv } from './budget-csv.ts';
import { readBudgetYaml } from './budget-yaml.ts';
import type { FileBudget, FileNote } from './file-rows.ts';

export type BudgetFileFormat = 'csv' | 'yaml';

/** What a file says. `problems` is empty when every row is sound; only then may anything be done with `budgets`. */
export interface BudgetFile {
  readonly budgets: readonly FileBudget[];
  readonly problems: readonly FileNote[];
  readonly warnings: readonly FileNote[];
}

const fileBytesMax = 10_000_000;

/** The format that a file's name ends in. */
export function budgetFileFormat(name: string): BudgetFileFormat | undefined {
  const [, ending] = /\.(csv|ya?ml)$/i.exec(name) ?? [];
  if (ending === undefined) {
    return undefined;
  }
  return ending.toLowerCase() === 'csv' ? 'csv' : 'yaml';
}

/** Reads all budgets of a file. Never throws; whatever is wrong anywhere in the file is a problem in the result. */
export function readBudgetFile(bytes: Uint8Array, format: BudgetFileFormat): BudgetFile {
  if (bytes.length > fileBytesMax) {
    return refused(`the file is larger than ${fileBytesMax / 1_000_000} MB; split it`);
  }
  const text = decoded(bytes);
  if (text === undefined) {
    return refused('the file is not UTF-8 text; save it as UTF-8');
  }
  const read = format === 'csv' ? readBudgetCsv(text) : readBudgetYaml(text);
  return checked(read.budgets, read.problems);
}

function checked(budgets: readonly FileBudget[], problems: readonly FileNote[]): BudgetFile {
  const firstAt = new Map<string, string>();
  const found: FileNote[] = [...problems];
  const warnings: FileNote[] = [];
  for (const { at, budget } of budgets) {
    const key = budgetKey(budget);
    const earlier = firstAt.get(key);
    if (earlier !== undefined) {
      found.push({ at, text: `${key} stands at ${earlier} already; keep one of the two` });
    }
    firstAt.set(key, earlier ?? at);
    const support = decideSupport(budget);
    if (support.kind === 'refused') {
      found.push({ at, text: `${key}: ${support.problem}` });
    }
    if (support.kind === 'reduced') {
      warnings.push({ at, text: `${key}: ${support.warning}` });
    }
  }
  return { budgets, problems: found.toSorted((a, b) => lineOf(a) - lineOf(b)), warnings };
}

/** The number of the line that a note names; notes on the whole file come first. */
function lineOf({ at }: FileNote): number {
  return Number(/line (\d+)/.exec(at)?.[1] ?? 0);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refused(text: string): BudgetFile {
  return { budgets: [], problems: [{ at: 'file', text }], warnings: [] };
}
