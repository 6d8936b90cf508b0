import { readFileSync } from 'node:fs';
import { budgetFileFormat, readBudgetFile, type BudgetFile } from '../shared/contracts/budget-file.ts';
import { quotedValue } from '../shared/contracts/quoted-value.ts';
import { CommandError, wrongUsage } from './command-error.ts';

/** Reads a file of budgets. Raises CommandError when there is no such file, or it is of no known format. */
export function readBudgetsFrom(path: string): BudgetFile {
  const format = budgetFileFormat(path);
  if (format === undefined) {
    throw wrongUsage(`${quotedValue(path)} is no file of budgets; give one that ends in .csv, .yaml or .yml`);
  }
  return readBudgetFile(bytesOf(path), format);
}

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new CommandError(`The file ${quotedValue(path)} ${why}; check its name and rights`);
  }
}
