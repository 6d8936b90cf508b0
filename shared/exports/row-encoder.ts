import { csvHead, csvText } from './csv-text.ts';
import { type ExportFormat, fileForms } from './export-kinds.ts';
import type { ExportedRow } from './exported-rows.ts';
import { parquetEncoder } from './parquet.ts';

/** Makes a file of rows: `page` for each page in its order, then `end`. */
interface RowEncoder {
  page(rows: readonly ExportedRow[]): string | Uint8Array;
  end(): string | Uint8Array;
}

/** What makes a file of a format. */
export function rowEncoder(format: ExportFormat, columns: readonly string[]): RowEncoder {
  switch (fileForms[format].encoding) {
    case 'csv':
      return csvEncoder(columns);
    case 'json':
      return jsonEncoder();
    case 'parquet':
      return parquetEncoder(columns);
  }
}

function csvEncoder(columns: readonly string[]): RowEncoder {
  let head = csvHead(columns);
  const taken = (text: string): string => {
    const whole = `${head}${text}`;
    head = '';
    return whole;
  };
  return { page: (rows) => taken(csvText(rows, columns)), end: () => taken('') };
}

function jsonEncoder(): RowEncoder {
  let before = '[';
  return {
    page(rows) {
      if (rows.length === 0) {
        return '';
      }
      const text = `${before}${rows.map((row) => `\n  ${JSON.stringify(row)}`).join(',')}`;
      before = ',';
      return text;
    },
    end: () => `${before === '[' ? '[' : ''}\n]\n`,
  };
}
