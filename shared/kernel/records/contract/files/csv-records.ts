import { CsvError, parse } from 'csv-parse/sync';

import type { FileNote } from './file-rows.ts';

export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const recordBytesMax = 100_000;

/** Reads CSV rows one by one, first line included; skips empty rows. Returns a syntax error or undefined. */
export function readCsvRecords(text: string, onRecord: (record: CsvRecord) => void): FileNote | undefined {
  const bytes = Buffer.from(text);
  const lines = lineFinder(bytes);
  try {
    parse(bytes, {
      // The reader reports rows of another length, and continues.
      relax_column_count: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      max_record_size: recordBytesMax,
      on_record: (cells, info) => {
        const line = lines.lineOfRecord(info.bytes);
        // Spreadsheets leave empty rows behind.
        if (cells.some((cell) => cell.trim() !== '')) {
          onRecord({ line, cells });
        }
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof CsvError)) {
      throw error;
    }
    return { at: `line ${lines.nextLine()}`, text: describeBroken(error.code) };
  }
}

/** The most frequent separator in the first line. */
function delimiterOf(text: string): string {
  const header = /[^\r\n]+/u.exec(text)?.[0] ?? '';
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => header.split(b).length - header.split(a).length);
  return most;
}

/** Finds the line of each record. The parser counts a two-character line end inside quotes twice. */
function lineFinder(bytes: Buffer): { lineOfRecord(endByte: number): number; nextLine(): number } {
  let startByte = 0;
  let line = 1;
  return {
    lineOfRecord(endByte) {
      const text = bytes.toString('utf8', startByte, endByte);
      const blankLines = lineEndsIn(/^[\r\n]*/.exec(text)?.[0] ?? '');
      const first = line + blankLines;
      line += lineEndsIn(text);
      startByte = endByte;
      return first;
    },
    nextLine: () => line + lineEndsIn(/^[\r\n]*/.exec(bytes.toString('utf8', startByte))?.[0] ?? ''),
  };
}

function lineEndsIn(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function describeBroken(code: string): string {
  return code === 'CSV_MAX_RECORD_SIZE'
    ? `a row is longer than ${recordBytesMax} bytes; look for a quote that is never closed`
    : 'the quotes do not match; write a cell with commas, quotes or line ends as "…", and a quote in it as ""';
}
