import { isSameValue } from '../../../shared/kernel/records/same-value.ts';
import { readableDate } from '../../../shared/kernel/time/day.ts';

/** Fields of a record as they stand in a form: texts. */
export type Draft<Field extends string> = Readonly<Record<Field, string>>;

/** A record as the API shows it, as far as a form goes. */
export type RecordValues<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** The words that a field may have, each with what it means. */
export type Choices = readonly (readonly [value: string, label: string])[];

export interface FormField<Field extends string = string> {
  readonly name: Field;
  readonly label: string;
  /** What to give; empty where the choices say it. */
  readonly help: string;
  /** How it is typed: on a line of its own unless given. `lines`: a list with an item a line. */
  readonly control?: 'lines' | 'long' | 'time' | 'prose';
  readonly choices?: Choices;
  /** What a new record begins with. */
  readonly fresh: string;
  /** Seldom changed: it stands under “More”. */
  readonly isMinor: boolean;
  /** A text's value for the API; null removes, undefined keeps. */
  readonly valueOf: (text: string) => unknown;
  /** A value as it is typed. */
  readonly textOf: (value: unknown) => string;
  /** A value as people read it in the history; `textOf` unless given. */
  readonly show?: (value: unknown) => string;
}

/** What is wrong, by field. */
export type Faults<Field extends string> = Readonly<Partial<Record<Field, string>>>;

/** How one kind of record stands in a form. */
export interface RecordForm<Field extends string> {
  /** In the order of the form. */
  readonly fields: readonly FormField<Field>[];
  /** What a new record begins with. */
  readonly fresh: Draft<Field>;
  /** What is wrong with a draft, as far as that can be told without the API. `key`: the fields that name the record. */
  readonly faults: (draft: Draft<Field>, key?: Readonly<Record<string, unknown>>) => Faults<Field>;
  /** The fields that apply to a draft: all, but those that mean nothing for such a record. */
  readonly applying: (draft: Draft<Field>, key?: Readonly<Record<string, unknown>>) => readonly FormField<Field>[];
}

export interface RecordVersion<Field extends string> {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly way: string;
  /** Null: there was no record, or is none any more. */
  readonly before: RecordValues<Field> | null;
  readonly after: RecordValues<Field> | null;
}

type ListedVersion = Omit<RecordVersion<string>, 'before' | 'after'> &
  (Pick<RecordVersion<string>, 'before' | 'after'> | { readonly terms: RecordValues<string> | null });

/** The versions of one record, the newest first, each beside the one before it. */
export function versionsOf(rows: readonly ListedVersion[]): readonly RecordVersion<string>[] {
  const oldestFirst = rows.toSorted((a, b) => a.version - b.version);
  const after = (row: ListedVersion | undefined) => row && ('terms' in row ? row.terms : row.after);
  return oldestFirst
    .map((row, index) => ({ ...row, before: after(oldestFirst[index - 1]) ?? null, after: after(row) ?? null }))
    .toReversed();
}

/** A record, or a version of it, as a form shows it; where there is none, every field is empty. */
export function draftOf<Field extends string>(
  form: RecordForm<Field>,
  values: RecordValues<Field> | null | undefined,
): Draft<Field> {
  return made(form, ({ name, textOf }) => textOf(values?.[name]));
}

/** The fields that a draft changes, as the API takes them. Of a new record all that are said. */
export function saidOf<Field extends string>(
  form: RecordForm<Field>,
  base: Draft<Field> | undefined,
  draft: Draft<Field>,
): Readonly<Record<string, unknown>> {
  const changed = form.fields.filter((field) =>
    base === undefined
      ? draft[field.name].trim() !== '' || field.fresh !== ''
      : !isSame(field, draft[field.name], base[field.name]),
  );
  return Object.fromEntries(changed.map(({ name, valueOf }) => [name, valueOf(draft[name])]));
}

/** A field that differs between the edit's start, the present record and the input. */
export interface FieldConflict<Field extends string> {
  readonly field: Field;
  readonly label: string;
  readonly began: string;
  readonly theirs: string;
  readonly mine: string;
  /** Both changed it differently: the user must choose. */
  readonly isClash: boolean;
}

interface ThreeDrafts<Field extends string> {
  readonly began: Draft<Field>;
  readonly theirs: Draft<Field>;
  readonly mine: Draft<Field>;
}

/** Every field changed by a concurrent edit since the form was opened. */
export function conflictsOf<Field extends string>(
  form: RecordForm<Field>,
  { began, theirs, mine }: ThreeDrafts<Field>,
): readonly FieldConflict<Field>[] {
  return form.fields
    .filter((field) => !isSame(field, theirs[field.name], began[field.name]))
    .map((field) => {
      const { name, label } = field;
      return {
        field: name,
        label,
        began: began[name],
        theirs: theirs[name],
        mine: mine[name],
        isClash: !isSame(field, mine[name], began[name]) && !isSame(field, mine[name], theirs[name]),
      };
    });
}

/** Both edits together: theirs, and of mine what I changed; where both did, theirs in the fields in which it stays. */
export function merged<Field extends string>(
  form: RecordForm<Field>,
  { began, theirs, mine }: ThreeDrafts<Field>,
  keepsTheirs: ReadonlySet<Field>,
): Draft<Field> {
  return made(form, (field) => {
    const { name } = field;
    return !isSame(field, mine[name], began[name]) && !keepsTheirs.has(name) ? mine[name] : theirs[name];
  });
}

/** What an edit changed, in words: `Amount 780,000 → 900,000`. Absent values: there was no record, or is none any more. */
export function changeWords<Field extends string>(
  form: RecordForm<Field>,
  before: RecordValues<Field> | null,
  after: RecordValues<Field> | null,
): readonly string[] {
  if (after === null) {
    return ['removed'];
  }
  const [from, to] = [draftOf(form, before), draftOf(form, after)];
  const changed = form.fields.filter(({ name }) => from[name] !== to[name]);
  return before === null
    ? [`made with ${changed.map((field) => `${field.label} ${wordsFor(field, after)}`).join(', ')}`]
    : changed.map((field) => `${field.label} ${wordsFor(field, before)} → ${wordsFor(field, after)}`);
}

function wordsFor<Field extends string>(field: FormField<Field>, values: RecordValues<Field>): string {
  const value = values[field.name];
  const text = field.show?.(value) ?? field.textOf(value);
  return text === '' ? 'none' : readableDate(text).replaceAll('\n', '; ');
}

function made<Field extends string>(
  form: RecordForm<Field>,
  textFor: (field: FormField<Field>) => string,
): Draft<Field> {
  return Object.fromEntries(form.fields.map((field) => [field.name, textFor(field)])) as Draft<Field>;
}

/** Two texts that mean the same are no change. */
function isSame({ valueOf }: FormField, first: string, second: string): boolean {
  return isSameValue(valueOf(first), valueOf(second));
}

/** The lines of a text that say something. */
export function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
