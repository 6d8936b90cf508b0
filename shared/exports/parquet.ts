import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

import { daysBetween } from '../kernel/time/day.ts';
import { cellText, type ExportedRow } from './exported-rows.ts';

/** Money is exact to trillionths. */
const decimals = 12;

interface ColumnType {
  readonly schema: object;
  /** What the library takes for a value that is there. */
  readonly value: (value: unknown) => unknown;
}

const types = {
  text: { schema: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, value: cellText },
  integer: { schema: { type: 'INT64' }, value: (value) => BigInt(value as number) },
  decimal: {
    schema: {
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: 16,
      converted_type: 'DECIMAL',
      precision: 38,
      scale: decimals,
    },
    value: (value) => trillionths(String(value)),
  },
  day: {
    schema: { type: 'INT32', converted_type: 'DATE' },
    value: (value) => daysBetween('1970-01-01', String(value)),
  },
  moment: {
    schema: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
    value: (value) => BigInt(Date.parse(String(value))),
  },
} as const satisfies Readonly<Record<string, ColumnType>>;

const wholeNumbers =
  'credits topUps allowed used left limit headroom exposure reserved people usedUp expectedOver runwayDays version'.split(
    ' ',
  );

/** All other columns are text, which may also hold amounts such as `unlimited`. */
const typeOf: Readonly<Record<string, ColumnType>> = {
  day: types.day,
  correctedOn: types.day,
  money: types.decimal,
  ...Object.fromEntries(wholeNumbers.map((name) => [name, types.integer])),
};

function columnType(name: string): ColumnType {
  if (/^[A-Z].*(?:Cost|UnitPrice|Quantity)$/u.test(name)) {
    return types.decimal;
  }
  return /^[A-Z].*Period(?:Start|End)$/u.test(name) ? types.moment : (typeOf[name] ?? types.text);
}

/** Makes a Parquet file, with a row group a page: of a year no more than a page is in memory. */
export function parquetEncoder(columns: readonly string[]) {
  const typed = columns.map((name) => ({ name, ...columnType(name) }));
  const bytes = new ByteWriter();
  const schema = [
    { name: 'root', num_children: columns.length },
    ...typed.map((column) => ({ name: column.name, repetition_type: 'OPTIONAL', ...column.schema })),
  ];
  const writer = new ParquetWriter({ writer: bytes, schema: schema as never, createdBy: 'Curfew' });
  const taken = (): Uint8Array => {
    const part = new Uint8Array(bytes.buffer, 0, bytes.index).slice();
    bytes.index = 0;
    return part;
  };
  return {
    page(rows: readonly ExportedRow[]): Uint8Array {
      if (rows.length > 0) {
        const columnData = typed.map(({ name, value }) => ({ name, data: valuesOf(rows, name, value) }));
        void writer.write({ columnData, rowGroupSize: rows.length });
      }
      return taken();
    },
    end(): Uint8Array {
      void writer.finish();
      return taken();
    },
  };
}

function valuesOf(rows: readonly ExportedRow[], name: string, read: ColumnType['value']): unknown[] {
  return rows.map((row) => {
    const value = row[name];
    return value === undefined || value === null ? null : read(value);
  });
}

/** An exact decimal as the whole number of its smallest part. */
function trillionths(text: string): bigint {
  const [whole = '', parts = ''] = text.split('.');
  return BigInt(`${whole}${parts.padEnd(decimals, '0')}`);
}
