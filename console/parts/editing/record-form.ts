import { isSameValue } from '../../../shared/kernel/records/same-value.ts';

/** Fields of a record as they stand in a form: texts. */
export type Draft<Field extends string> = Readonly<Record<Field, string>>;

/** A record as the API shows it, as far as a form goes. */
export type RecordValues<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** How one kind of record stands in a form. */
export interface RecordForm<Field extends string> {
  /** In the order of the form. */
  readonly fields: readonly Field[];
  /** The fields as people call them, and what to give. */
  readonly labels: Readonly<Record<Field, FieldLabel>>;
  /** What a new record begins with. */
  readonly fresh: Draft<Field>;
  /** What a text means to the API; null takes a value away. */
  readonly valueOf: (field: Field, text: string) => unknown;
  /** A value as it is typed, where not as usual. */
  readonly textFor?: (value: unknown) => string | undefined;
  /** How a value reads in the history, where not as in the form. */
  readonly describe?: (field: Field, values: RecordValues<Field>) => string | undefined;
}

export interface FieldLabel {
  readonly label: string;
  readonly help: string;
  /**
   * How it is typed: on a line of its own unless given. `lines`: a list with an item a line; items of others stand
   * between semicolons.
   */
  readonly control?: 'lines' | 'long' | 'time';
}

/** The words that a field may have, each with what it means. */
export type Choices = readonly (readonly [value: string, label: string])[];

/** One version of a record. */
export interface RecordVersion<Field extends string> {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly way: string;
  /** Null: there was no record, or is none any more. */
  readonly before: RecordValues<Field> | null;
  readonly after: RecordValues<Field> | null;
}

/** A record, or a version of it, as a form shows it; where there is none, every field is empty. */
export function draftOf<Field extends string>(
  form: RecordForm<Field>,
  values: RecordValues<Field> | null | undefined,
): Draft<Field> {
  return made(
    form,
    (field) =>
      form.textFor?.(values?.[field]) ?? textOf(values?.[field], form.labels[field].control === 'lines' ? '\n' : ';'),
  );
}

/** The fields that a draft changes, as the API takes them. Of a new record all that are said. */
export function saidOf<Field extends string>(
  form: RecordForm<Field>,
  base: Draft<Field> | undefined,
  draft: Draft<Field>,
): Readonly<Record<string, unknown>> {
  const changed = form.fields.filter((field) =>
    base === undefined ? draft[field] !== '' : !isSame(form, field, [draft, base]),
  );
  return Object.fromEntries(changed.map((field) => [field, form.valueOf(field, draft[field])]));
}

/** One field that differs between what somebody began with, what stands now, and what they have typed. */
export interface FieldConflict<Field extends string> {
  readonly field: Field;
  readonly began: string;
  readonly theirs: string;
  readonly mine: string;
  /** Both have changed it, and differently: somebody has to choose. */
  readonly isClash: boolean;
}

/** Three drafts of one record. */
interface ThreeDrafts<Field extends string> {
  readonly began: Draft<Field>;
  readonly theirs: Draft<Field>;
  readonly mine: Draft<Field>;
}

/** Every field that somebody else changed since a form was opened. */
export function conflictsOf<Field extends string>(
  form: RecordForm<Field>,
  { began, theirs, mine }: ThreeDrafts<Field>,
): readonly FieldConflict<Field>[] {
  return form.fields
    .filter((field) => !isSame(form, field, [theirs, began]))
    .map((field) => ({
      field,
      began: began[field],
      theirs: theirs[field],
      mine: mine[field],
      isClash: !isSame(form, field, [mine, began]) && !isSame(form, field, [mine, theirs]),
    }));
}

/** Both edits together: theirs, and of mine what I changed; where both did, theirs in the fields in which it stays. */
export function merged<Field extends string>(
  form: RecordForm<Field>,
  { began, theirs, mine }: ThreeDrafts<Field>,
  keepsTheirs: ReadonlySet<Field>,
): Draft<Field> {
  return made(form, (field) =>
    !isSame(form, field, [mine, began]) && !keepsTheirs.has(field) ? mine[field] : theirs[field],
  );
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
  const described = (field: Field, values: RecordValues<Field>, text: string): string =>
    form.describe?.(field, values) ?? (text === '' ? 'none' : text.replaceAll('\n', '; '));
  const changed = form.fields.filter((field) => from[field] !== to[field]);
  return before === null
    ? [
        `made with ${changed.map((field) => `${form.labels[field].label} ${described(field, after, to[field])}`).join(', ')}`,
      ]
    : changed.map(
        (field) =>
          `${form.labels[field].label} ${described(field, before, from[field])} → ${described(field, after, to[field])}`,
      );
}

function made<Field extends string>(form: RecordForm<Field>, textFor: (field: Field) => string): Draft<Field> {
  return Object.fromEntries(form.fields.map((field) => [field, textFor(field)])) as Draft<Field>;
}

/** Two texts that mean the same are no change. */
function isSame<Field extends string>(
  { valueOf }: RecordForm<Field>,
  field: Field,
  drafts: readonly [Draft<Field>, Draft<Field>],
): boolean {
  const [first, second] = drafts.map((draft) => valueOf(field, draft[field]));
  return isSameValue(first, second);
}

function textOf(value: unknown, between: string): string {
  if (Array.isArray(value)) {
    return value.join(between);
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The items of a list as somebody typed them. */
export function itemsIn(text: string): readonly string[] {
  return text
    .split(/[;,\s]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** The lines of a text that say something. */
export function linesIn(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
