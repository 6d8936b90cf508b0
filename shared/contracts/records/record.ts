import * as z from 'zod';

import type { JournalValue } from '../../domain/journal/journal-entry.ts';
import { diffTerms, type PlainFields, type RecordKind } from '../../domain/records/record-kind.ts';
import { meantWord } from '../../domain/texts/nearest-word.ts';
import { quotedValue } from '../quoted-value.ts';
import type { TextForm } from './fields/text-form.ts';

/** One field of a record, said once: everything that reads, writes, shows or explains the field is made from this. */
export interface Field<Value = unknown> {
  /** Reads the plain value, with what stands for it when it is left out. */
  readonly schema: z.ZodType<Value>;
  readonly form: TextForm;
  /** In sentences and over columns. */
  readonly label: string;
  /** What to give, for help texts and forms. */
  readonly help: string;
  /** How the commands take it. */
  readonly cli: CliForm;
  /** Its name in documents and files; that of the field unless given. */
  readonly as?: string;
  /** Its place in a file says it: there is no column and no key. */
  readonly isOrderOfFile?: true;
  /** Terms may lack it. */
  readonly isOptional?: true;
  /** Its column is left out of a list for which the terminal is too narrow. */
  readonly isMinor?: true;
}

export type CliForm =
  | { readonly argument: string }
  | {
      readonly option: string;
      /** What stands behind the option; nothing behind a yes, whose no is explained by `orNot`. */
      readonly takes?: string;
      readonly isRequired?: true;
      readonly isRepeated?: true;
      /** It may be given without what stands behind it: then the command finds that. */
      readonly mayTakeNothing?: true;
      readonly orNot?: string;
    };

/** A field for each key of the terms, no more and no less: what is forgotten does not compile. */
type Fields<Terms> = {
  readonly [Name in keyof Terms]-?: Field<Exclude<Terms[Name], undefined>> & OptionalMark<Terms, Name>;
};

/** A field that terms may lack says so, and no other does; fields of any name may always be lacked. */
type OptionalMark<Terms, Name extends keyof Terms> =
  object extends Pick<Terms, Name>
    ? { readonly isOptional: true }
    : string extends Name
      ? { readonly isOptional: true }
      : { readonly isOptional?: never };

/** The schemas of the fields, those that terms may lack as such. */
type Shape<Terms> = {
  readonly [Name in keyof Terms]-?: object extends Pick<Terms, Name>
    ? z.ZodExactOptional<z.ZodType<Exclude<Terms[Name], undefined>>>
    : z.ZodType<Terms[Name]>;
};

interface RecordDefinition<Key, Terms extends Key> {
  readonly kind: RecordKind<Key, Terms>;
  /** In the order in which people read them. */
  readonly fields: Fields<Terms>;
  /** What is wrong with fields that are each valid, but not beside one another. */
  readonly problemsBetween?: (
    terms: Terms,
  ) => readonly { readonly field: keyof Terms & string; readonly problem: string }[];
}

/** What admins say, read: the terms, or every problem that it has, each naming field, value and remedy. */
export type ReadTerms<Terms> =
  | { readonly kind: 'terms'; readonly terms: Terms }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** A definition, and all that is made from it. */
export interface RecordCodec<Key, Terms extends Key> extends RecordDefinition<Key, Terms> {
  readonly names: readonly (keyof Terms & string)[];
  /** The schemas of the fields, for rows that hold more. */
  readonly shape: Shape<Terms>;
  /** Reads plain fields; unknown ones and all that would have to be guessed at are refused. */
  parse(plain: Readonly<Record<string, unknown>>): ReadTerms<Terms>;
  /** The plain fields of terms, in the order in which people read them. */
  format(terms: Terms): PlainFields;
  /** The same under the names that documents and files have for them. */
  document(terms: Terms): PlainFields;
  /** The field as people read it; empty where the terms lack it. */
  show(terms: Terms, name: keyof Terms & string): string;
  /** What came of the terms, field by field, in words. */
  describeChange(before: Terms, after: Terms): readonly string[];
}

/** Makes of a definition all that reads and writes records of its kind. */
export function defineRecord<Key, Terms extends Key>(
  definition: RecordDefinition<Key, Terms>,
): RecordCodec<Key, Terms> {
  const { kind } = definition;
  const fields = definition.fields as Readonly<Record<string, Field>>;
  const names = Object.keys(fields) as (keyof Terms & string)[];
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.isOptional ? field.schema.optional() : field.schema]),
  );
  // The fields are those of the terms, by the type of a definition; here and below the compiler cannot follow that.
  // Made when it is first needed: a function that only reads rows never does.
  const schema = z.lazy(() =>
    z.strictObject(shape).superRefine(betweenFields(definition)),
  ) as unknown as z.ZodType<Terms>;

  function format(terms: Terms): PlainFields {
    const plain: PlainFields = kind.plain(terms);
    return Object.fromEntries(names.flatMap((name) => (plain[name] === undefined ? [] : [[name, plain[name]]])));
  }

  return {
    ...definition,
    names,
    shape: shape as unknown as Shape<Terms>,
    format,
    parse(plain) {
      const read = schema.safeParse(withoutUnsaid(plain));
      return read.success
        ? { kind: 'terms', terms: read.data }
        : {
            kind: 'refused',
            problems: describeProblems(
              read.error,
              names.map((name) => fields[name]?.as ?? name),
            ),
          };
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

/** The refinement of a schema by what a definition says of fields beside one another. */
export function betweenFields<Key, Terms extends Key>({ problemsBetween }: RecordDefinition<Key, Terms>) {
  return (terms: unknown, context: { readonly issues: z.core.$ZodRawIssue[] }): void => {
    for (const { field, problem } of problemsBetween?.(terms as Terms) ?? []) {
      context.issues.push({ code: 'custom', input: terms, path: [field], message: problem });
    }
  };
}

/**
 * What is wrong with a row, one text a problem: the field, its value (at most 60 characters, no control characters) and
 * what to write instead. For an unknown field that is the nearest of `names`.
 */
export function describeProblems(error: z.ZodError, names: readonly string[] = []): readonly string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => `field ${quotedValue(key)}: is unknown; ${meantWord(key, names, 'remove it')}`);
    }
    return [`field ${quotedValue(String(issue.path[0] ?? 'row'))}: ${issue.message}`];
  });
}

/** A message of the form that `describeProblems` ends with: the value, its fault, the remedy. */
export function fault(what: string, remedy: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is missing; ${remedy}` : `${quotedValue(input)} ${what}; ${remedy}`);
}

/** The fields of a record by their names, whatever the record. */
export function fieldsOf<Key, Terms extends Key>(
  record: RecordDefinition<Key, Terms>,
): readonly (readonly [name: keyof Terms & string, field: Field])[] {
  return Object.entries(record.fields) as unknown as readonly (readonly [keyof Terms & string, Field])[];
}

/** The plain fields that texts stand for, by the names of the fields; empty ones are absent. Nothing is validated. */
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

function withoutUnsaid(plain: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
}

function shown(field: Field | undefined, value: JournalValue | undefined): string | undefined {
  const form = field?.form;
  return value === undefined ? undefined : (form?.show?.(value) ?? form?.write(value));
}

function filledText(text: string | undefined): string {
  return text === undefined || text === '' ? 'none' : text;
}
