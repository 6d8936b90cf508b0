import { readTraceFile, traceBytesMax, type TraceFile } from '../../../shared/backtest/contract.ts';
import { quotedValue } from '../../../shared/kernel/records/contract/fields/quoted-value.ts';
import { fileFormat, formatWithin, type FileFormat } from '../../../shared/kernel/records/contract/files/file-text.ts';
import { wrongUsage } from '../command-error.ts';
import { readBytes, standardInput, type FileInput } from './read-bytes.ts';

/** Reads a file or standard input; `content`: of a CSV file. Raises CommandError for no file or an unknown format. */
export function readRecordBytes(
  io: FileInput,
  path: string,
  content: string,
): { readonly bytes: Uint8Array; readonly format: FileFormat } {
  const format = path === standardInput ? undefined : fileFormat(path);
  if (format === undefined && path !== standardInput) {
    throw wrongUsage(`${quotedValue(path)} is no file of ${content}; give one that ends in .csv, .yaml or .yml`);
  }
  const bytes = readBytes(io, path);
  return { bytes, format: format ?? formatWithin(bytes) };
}

/** Reads a trace of wanted use. Raises CommandError when there is no such file, or it is far too large to be read. */
export function readTraceFrom(io: FileInput, path: string): TraceFile {
  return readTraceFile(readBytes(io, path, { bytesMax: traceBytesMax }));
}
