import { readFileSync, statSync } from 'node:fs';
import { readBudgetFile, type BudgetFile, type FileContent } from '../../shared/contracts/files/budget-file.ts';
import { fileFormat } from '../../shared/contracts/files/file-text.ts';
import { quotedValue } from '../../shared/contracts/quoted-value.ts';
import { readTraceFile, traceBytesMax, type TraceFile } from '../../shared/contracts/files/trace-file.ts';
import { CommandError, wrongUsage } from './command-error.ts';

/**
 * Reads a file of budgets or teams; `content` is what a CSV file holds. Raises CommandError when there is no such file,
 * or it is of no known format.
 */
export function readBudgetsFrom(path: string, content: FileContent): BudgetFile {
  const format = fileFormat(path);
  if (format === undefined) {
    throw wrongUsage(`${quotedValue(path)} is no file of ${content}; give one that ends in .csv, .yaml or .yml`);
  }
  return readBudgetFile(bytesOf(path), format, content);
}

/** Reads a trace of wanted use. Raises CommandError when there is no such file, or it is far too large to be read. */
export function readTraceFrom(path: string): TraceFile {
  return readTraceFile(bytesOf(path, traceBytesMax));
}

function bytesOf(path: string, bytesMax = Infinity): Uint8Array {
  try {
    if (statSync(path).size <= bytesMax) {
      return readFileSync(path);
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const why = code === 'ENOENT' ? 'is not there' : `cannot be read (${code})`;
    throw new CommandError(`The file ${quotedValue(path)} ${why}; check its name and rights`);
  }
  throw new CommandError(`The file ${quotedValue(path)} is larger than ${bytesMax / 1_000_000} MB; give a smaller one`);
}
