import * as z from 'zod';

import { diffTerms, keyText } from '../../record-kind.ts';
import { quotedValue } from '../fields/quoted-value.ts';
import { describeProblems, fault, fieldsOf, type Field, type RecordCodec } from '../record.ts';
import type { FileNote, PlainRow, RecordRow, RecordRows } from './file-rows.ts';

// A record whose list stands in a file with a row for each element: several rows are one record.

interface SpreadField {
  readonly name: string;
  /** The list's name, and the name of one element. */
  readonly as: string;
  readonly element: NonNullable<Field['rowEach']>;
  readonly schema: z.ZodType;
}

/** The list of a record that a file spreads over rows; undefined without one. */
export function spreadField<Key, Terms extends Key>(record: RecordCodec<Key, Terms>): SpreadField | undefined {
  return fieldsOf(record).flatMap(([name, { as = name, schema, rowEach }]) =>
    rowEach === undefined ? [] : [{ name, as, schema, element: rowEach }],
  )[0];
}

/** Reads rows as records, in the order of their first rows. */
export function readSpreadRows<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  spread: SpreadField,
  rows: readonly PlainRow[],
): RecordRows<Terms> {
  const schema = rowSchema(record, spread);
  const read = rows.map(({ at, plain, unsaid }) => {
    const one = schema.safeParse(plain);
    return one.success
      ? { terms: [{ at, unsaid, terms: termsOf(record, spread, one.data) }], problems: [] }
      : { terms: [], problems: describeProblems(one.error, Object.keys(schema.shape)).map((text) => ({ at, text })) };
  });
  const byKey = Map.groupBy(
    read.flatMap(({ terms }) => terms),
    ({ terms }) => keyText(record.kind, terms),
  );
  const merged = [...byKey.values()].map((group) => merge(record, spread, group));
  return {
    rows: merged.map(({ row }) => row),
    problems: [...read.flatMap(({ problems }) => problems), ...merged.flatMap(({ problems }) => problems)],
  };
}

function rowSchema<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { name: listName, as, element }: SpreadField,
) {
  const others = fieldsOf(record).filter(([name, { isOrderOfFile }]) => name !== listName && isOrderOfFile !== true);
  const remedy = `give a list of ${as}, or one under "${element.as}"`;
  return z
    .strictObject({
      ...Object.fromEntries(
        others.map(([name, field]) => [field.as ?? name, field.isOptional ? field.schema.optional() : field.schema]),
      ),
      [element.as]: element.schema.optional(),
      [as]: z.array(element.schema, { error: fault('is not a list', remedy) }).optional(),
    })
    .superRefine((row: Readonly<Record<string, unknown>>, context) => {
      if (row[element.as] === undefined && listIn(row[as]).length === 0) {
        context.issues.push({ code: 'custom', input: row[as], path: [as], message: `is empty; ${remedy}` });
      }
    });
}

/** The terms of one row: those of its record, with its own elements alone. A place in the file is no value in it. */
function termsOf<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { name: listName, as, element }: SpreadField,
  row: Readonly<Record<string, unknown>>,
): Terms {
  const one = row[element.as];
  const others = fieldsOf(record).flatMap(([name, field]) => {
    const value = name === listName ? undefined : row[field.as ?? name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const elements = [...(one === undefined ? [] : [one]), ...listIn(row[as])];
  return Object.fromEntries([...others, [listName, elements] as const]) as Terms;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The rows of one record as one, with what contradicts in them. */
function merge<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  spread: SpreadField,
  rows: readonly RecordRow<Terms>[],
): { readonly row: RecordRow<Terms>; readonly problems: readonly FileNote[] } {
  const { kind } = record;
  const [at = 'file', whose] = [rows[0]?.at, rows[0] && `${kind.name} ${quotedValue(keyText(kind, rows[0].terms))}`];
  const valueIn = (terms: Terms) => listIn((terms as Readonly<Record<string, unknown>>)[spread.name]);
  const terms = Object.fromEntries([
    ...rows.toReversed().flatMap((row) => Object.entries(row.terms as object)),
    [spread.name, rows.flatMap((row) => valueIn(row.terms))] as const,
  ]) as Terms;
  const elements = rows.flatMap((row) => textsIn(record, spread, row.terms).map((text) => ({ at: row.at, text })));
  const size = spread.schema.safeParse([...new Set(elements.map(({ text }) => text))]);
  return {
    row: {
      at,
      terms,
      unsaid: (rows[0]?.unsaid ?? []).filter((name) => rows.every(({ unsaid }) => unsaid.includes(name))),
      elements,
    },
    problems: [
      ...rows.flatMap((row) => contradictions(record, spread, row, { at, terms })),
      ...[...Map.groupBy(elements, ({ text }) => text)].flatMap(([text, [first, ...others]]) =>
        others.map((other) => ({
          at: other.at,
          text: `field ${quotedValue(spread.element.as)}: ${quotedValue(text)} stands in ${whose ?? ''} at ${first?.at ?? at} already; keep one of the two`,
        })),
      ),
      ...(record.problemsBetween?.(terms) ?? []).map(({ field, problem }) => ({
        at,
        text: `${whose ?? ''}: field ${quotedValue(field)}: ${problem}`,
      })),
      ...(size.success ? [] : [{ at, text: `${whose ?? ''}: ${describeProblems(size.error).join('. ')}` }]),
    ],
  };
}

/** Other fields stand in each row of the record, and say the same. */
function contradictions<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  spread: SpreadField,
  { at, terms }: Pick<RecordRow<Terms>, 'at' | 'terms'>,
  first: Pick<RecordRow<Terms>, 'at' | 'terms'>,
): readonly FileNote[] {
  return diffTerms(record.kind, first.terms, terms).flatMap(({ field, before, after }) =>
    field === spread.name || before === undefined || after === undefined
      ? []
      : [
          {
            at,
            text: `field ${quotedValue(field)}: ${quotedValue(after)} contradicts ${first.at}; give the same in both`,
          },
        ],
  );
}

function textsIn<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  { name }: SpreadField,
  terms: Terms,
): readonly string[] {
  return listIn(record.format(terms)[name]).map(String);
}
