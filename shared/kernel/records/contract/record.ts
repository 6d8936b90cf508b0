import * as z from 'zod';

import type { JournalValue } from '../../../journal/journal-entry.ts';
import { choiceHint, meantWord } from '../../texts/nearest-word.ts';
import { diffTerms, type PlainFields, type RecordKind } from '../record-kind.ts';
import { quotedValue } from './fields/quoted-value.ts';
import type { TextForm } from './fields/text-form.ts';

/** One field of a record, defined once: everything that reads, writes, shows or explains it derives from this. */
export interface Field<Value = unknown> {
  /** Parses the plain value, with the default. */
  readonly schema: z.ZodType<Value>;
  readonly form: TextForm;
  readonly label: string;
  /** The label in a form, where `label` is too short to stand alone. */
  readonly title?: string;
  readonly help: string;
  /** What each word of an enumeration means. */
  readonly words?: Readonly<Record<string, string>>;
  readonly cli: CliForm;
  /** Its name in documents and files; default: the field's. */
  readonly as?: string;
  /** A list of which a file has a row for each element: the column, and what parses one. */
  readonly rowEach?: { readonly as: string; readonly schema: z.ZodType };
  /** Its position in a file is its value: no column, no key. */
  readonly isOrderOfFile?: true;
  readonly isOptional?: true;
  /** A new record without it gets a default of that moment. */
  readonly hasUsual?: true;
  /** Its column is dropped from a list in a narrow terminal. */
  readonly isMinor?: true;
}

export type CliForm =
  | { readonly argument: string }
  | {
      readonly option: string;
      /** The option's argument; none for a flag, whose negation `orNot` explains. */
      readonly takes?: string;
      readonly isRequired?: true;
      readonly isRepeated?: true;
      /** The argument may be omitted: the command finds it. */
      readonly mayTakeNothing?: true;
      readonly orNot?: string;
    };

/** Exactly one field per key of the terms: a missing one does not compile. */
type Fields<Terms> = {
  readonly [Name in keyof Terms]-?: Field<Exclude<Terms[Name], undefined>> & OptionalMark<Terms, Name>;
};

/** Exactly the optional fields carry the mark; for records of arbitrary keys all may. */
type OptionalMark<Terms, Name extends keyof Terms> =
  object extends Pick<Terms, Name>
    ? { readonly isOptional: true }
    : string extends Name
      ? { readonly isOptional: true }
      : { readonly isOptional?: never };

type Shape<Terms> = {
  readonly [Name in keyof Terms]-?: object extends Pick<Terms, Name>
    ? z.ZodExactOptional<z.ZodType<Exclude<Terms[Name], undefined>>>
    : z.ZodType<Terms[Name]>;
};

interface RecordDefinition<Key, Terms extends Key> {
  readonly kind: RecordKind<Key, Terms>;
  readonly fields: Fields<Terms>;
  readonly problemsBetween?: (terms: Terms) => readonly FieldFault<keyof Terms & string>[];
  /** Fields of a record that are not said, where its other fields decide about them; else each has its default. */
  readonly usual?: (plain: Readonly<Record<string, unknown>>) => PlainFields;
  /** Whether a field applies to a record, where not to all: forms hide it from the others. */
  readonly appliesTo?: { readonly [Name in keyof Terms]?: (terms: Partial<Terms>) => boolean };
}

interface FieldFault<Name extends string = string> {
  readonly field: Name;
  readonly problem: string;
}

/** The terms, or every problem with field, value and remedy. */
export type ReadTerms<Terms> =
  | { readonly kind: 'terms'; readonly terms: Terms }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface RecordCodec<Key, Terms extends Key> extends RecordDefinition<Key, Terms> {
  readonly names: readonly (keyof Terms & string)[];
  /** For rows with further fields. */
  readonly shape: Shape<Terms>;
  /** Parses plain fields; rejects unknown and ambiguous ones. */
  parse(plain: Readonly<Record<string, unknown>>): ReadTerms<Terms>;
  /** The faults that `parse` refuses for, each beside its field; none where it gives terms. */
  faults(plain: Readonly<Record<string, unknown>>): readonly FieldFault[];
  format(terms: Terms): PlainFields;
  document(terms: Terms): PlainFields;
  /** A field for people; empty when absent. */
  show(terms: Terms, name: keyof Terms & string): string;
  describeChange(before: Terms, after: Terms): readonly string[];
}

/** Derives everything that reads and writes records of a kind. */
export function defineRecord<Key, Terms extends Key>(
  definition: RecordDefinition<Key, Terms>,
): RecordCodec<Key, Terms> {
  const { kind } = definition;
  const fields = definition.fields as Readonly<Record<string, Field>>;
  const names = Object.keys(fields) as (keyof Terms & string)[];
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.isOptional ? field.schema.optional() : field.schema]),
  );
  // The fields are those of the terms, by the definition's type; the compiler cannot follow that here and below. Built
  // on first use: functions that only read rows never do.
  const schema = z.lazy(() =>
    z.strictObject(shape).superRefine(betweenFields(definition)),
  ) as unknown as z.ZodType<Terms>;

  function format(terms: Terms): PlainFields {
    const plain: PlainFields = kind.plain(terms);
    return Object.fromEntries(names.flatMap((name) => (plain[name] === undefined ? [] : [[name, plain[name]]])));
  }

  const namesInFiles = names.map((name) => fields[name]?.as ?? name);

  return {
    ...definition,
    names,
    shape: shape as unknown as Shape<Terms>,
    format,
    parse(plain) {
      const read = schema.safeParse(completed(definition, plain));
      return read.success
        ? { kind: 'terms', terms: read.data }
        : { kind: 'refused', problems: describeProblems(read.error, namesInFiles) };
    },
    faults(plain) {
      const { error } = schema.safeParse(completed(definition, plain));
      return error === undefined ? [] : faultsIn(error, namesInFiles);
    },
    document: (terms) =>
      Object.fromEntries(Object.entries(format(terms)).map(([name, value]) => [fields[name]?.as ?? name, value])),
    show: (terms, name) => shown(fields[name], format(terms)[name]) ?? '',
    describeChange: (before, after) =>
      diffTerms(kind, before, after).map(({ field, before: was, after: is }) => {
        const [old, fresh] = [was, is].map((value) => shown(fields[field], value));
        return `${field} ${filledText(old)} -> ${filledText(fresh)}`;
      }),
  };
}

/** Adds a definition's checks between fields to a schema. */
export function betweenFields<Key, Terms extends Key>({ problemsBetween }: RecordDefinition<Key, Terms>) {
  return (terms: unknown, context: { readonly issues: z.core.$ZodRawIssue[] }): void => {
    for (const { field, problem } of problemsBetween?.(terms as Terms) ?? []) {
      context.issues.push({ code: 'custom', input: terms, path: [field], message: problem });
    }
  };
}

/**
 * One text per problem: the field, its value (at most 60 characters, no control characters) and the remedy; for an
 * unknown field the nearest of `names`.
 */
export function describeProblems(error: z.ZodError, names: readonly string[] = []): readonly string[] {
  return faultsIn(error, names).map(({ field, problem }) => `field ${quotedValue(field)}: ${problem}`);
}

function faultsIn(error: z.ZodError, names: readonly string[]): readonly FieldFault[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: key, problem: `is unknown; ${meantWord(key, names, 'remove it')}` }))
      : [{ field: String(issue.path[0] ?? 'row'), problem: issue.message }],
  );
}

/** A message in the form of `describeProblems`: the value, its fault, the remedy. */
export function fault(what: string, remedy: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is missing; ${remedy}` : `${quotedValue(input)} ${what}; ${remedy}`);
}

/** The same of a word that is none of a few, with the nearest of them. */
export function choiceFault(
  words: readonly string[],
  { what = 'is unknown', remedy = `give one of ${words.join(', ')}` } = {},
): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => `${fault(what, remedy)({ input })}${typeof input === 'string' ? choiceHint(input, words) : ''}`;
}

export function fieldsOf<Key, Terms extends Key>(
  record: RecordDefinition<Key, Terms>,
): readonly (readonly [name: keyof Terms & string, field: Field])[] {
  return Object.entries(record.fields) as unknown as readonly (readonly [keyof Terms & string, Field])[];
}

/** Parses texts to plain fields, by field name; empty ones are absent. Validates nothing. */
export function plainFromTexts<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  texts: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const filled = fieldsOf(record).flatMap(([name, { form }]) => {
    const text = texts.get(name) ?? '';
    return text.trim() === '' ? [] : [[name, form.read(text)] as const];
  });
  return Object.fromEntries(filled);
}

/** What is said of a record, and what is usual for it. */
export function completed<Key, Terms extends Key>(
  { usual }: Pick<RecordDefinition<Key, Terms>, 'usual'>,
  plain: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const said = Object.entries(plain).filter(([, value]) => value !== undefined);
  return { ...usual?.(plain), ...Object.fromEntries(said) };
}

function shown(field: Field | undefined, value: JournalValue | undefined): string | undefined {
  const form = field?.form;
  return value === undefined ? undefined : (form?.show?.(value) ?? form?.write(value));
}

function filledText(text: string | undefined): string {
  return text === undefined || text === '' ? 'none' : text;
}
