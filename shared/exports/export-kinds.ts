export const exportKinds = ['usage', 'budgets', 'limits', 'alerts', 'journal'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportFormats = ['csv', 'json', 'parquet', 'focus', 'focus-parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface FileForm {
  /** How rows are written, which is also the ending of the file's name. */
  readonly encoding: 'csv' | 'json' | 'parquet';
  /** Of HTTP. */
  readonly mediaType: string;
  /** The rows are those of FOCUS: of usage alone. */
  readonly isFocus: boolean;
}

const csv = { encoding: 'csv', mediaType: 'text/csv; charset=utf-8', isFocus: false } as const;
const parquet = { encoding: 'parquet', mediaType: 'application/vnd.apache.parquet', isFocus: false } as const;

export const fileForms: Readonly<Record<ExportFormat, FileForm>> = {
  csv,
  json: { encoding: 'json', mediaType: 'application/json', isFocus: false },
  parquet,
  focus: { ...csv, isFocus: true },
  'focus-parquet': { ...parquet, isFocus: true },
};
