import * as z from 'zod';

import type { JournalValue } from '../../../shared/journal/journal-entry.ts';
import { flagForm, jsonForm, listForm, noteForm } from '../../../shared/kernel/records/contract/fields/text-form.ts';
import { fieldsOf, type Field, type RecordCodec } from '../../../shared/kernel/records/contract/record.ts';
import { isEmail } from '../../../shared/roster/email.ts';
import { capital } from '../texts/capital.ts';
import { linesIn, type Choices, type Draft, type Faults, type FormField, type RecordForm } from './record-form.ts';

/** The form of a kind of record: a field for each of its codec, but for those that are asked for elsewhere. */
export function formOf<Key, Terms extends Key, Without extends keyof Terms & string = never>(
  record: RecordCodec<Key, Terms>,
  without: readonly Without[] = [],
): RecordForm<Exclude<keyof Terms & string, Without>> {
  type Name = Exclude<keyof Terms & string, Without>;
  const all = fieldsOf(record).filter(([name]) => !without.some((each) => each === name));
  const fields = all.map(([name, field]) => formField(name as Name, field));
  const usual = new Set<string>(all.flatMap(([name, { hasUsual }]) => (hasUsual === true ? [name] : [])));

  /** What a draft says, as plain fields: what is empty is not said. */
  function plainOf(draft: Draft<Name>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(fields.map(({ name, valueOf }) => [name, valueOf(draft[name]) ?? undefined]));
  }

  return {
    fields,
    fresh: Object.fromEntries(fields.map(({ name, fresh }) => [name, fresh])) as Draft<Name>,
    faults(draft, key = {}) {
      const plain: Readonly<Record<string, unknown>> = { ...plainOf(draft), ...key };
      const found = record.faults(plain).filter(({ field }) => plain[field] !== undefined || !usual.has(field));
      // The first of a field comes before what follows from it.
      return Object.fromEntries(found.toReversed().map(({ field, problem }) => [field, problem])) as Faults<Name>;
    },
    applying(draft, key = {}) {
      const terms = readableTerms(record, { ...plainOf(draft), ...key });
      return fields.filter(({ name }) => draft[name] !== '' || (record.appliesTo?.[name]?.(terms) ?? true));
    },
  };
}

/** The fields that can be read, each by itself. */
function readableTerms<Key, Terms extends Key>(
  record: RecordCodec<Key, Terms>,
  plain: Readonly<Record<string, unknown>>,
): Partial<Terms> {
  const read = fieldsOf(record).flatMap(([name, { schema }]) => {
    const { data } = schema.safeParse(plain[name]);
    return data === undefined ? [] : [[name, data] as const];
  });
  return Object.fromEntries(read) as Partial<Terms>;
}

function formField<Name extends string>(name: Name, field: Field): FormField<Name> {
  const { form, label, title = label, isMinor = false, isOptional = false, hasUsual = false } = field;
  const isList = form === listForm;
  const [schema, usual] =
    field.schema instanceof z.ZodDefault
      ? [field.schema.unwrap() as z.ZodType, field.schema.def.defaultValue as JournalValue]
      : [field.schema, undefined];
  const choices = choicesOf(field, schema);
  const textOf = (value: unknown): string =>
    value === undefined || value === null
      ? ''
      : isList && Array.isArray(value)
        ? value.join('\n')
        : form.write(value as JournalValue);
  return {
    name,
    label: title,
    help: helpOf(field, isList),
    ...(isList && { control: 'lines' }),
    ...(form === jsonForm && { control: 'long' }),
    ...(form === noteForm && { control: 'prose' }),
    choices,
    fresh: textOf(usual),
    // The note is never minor: it explains the record.
    isMinor: isMinor && form !== noteForm,
    valueOf(text) {
      if (text.trim() === '') {
        return hasUsual ? undefined : isOptional ? null : emptyOf(form);
      }
      return isList ? itemsIn(text, field) : form.read(text);
    },
    textOf,
    show: form.show && ((value) => (textOf(value) === '' ? '' : (form.show?.(value as JournalValue) ?? ''))),
  };
}

/** What to give, where neither the title nor the choices say it already. */
function helpOf({ help, title, words }: Field, isList: boolean): string {
  const text = capital(isList ? `${help}; one a line` : help);
  return words !== undefined || text === title ? '' : text;
}

/** Nothing in a list that has to be there is an empty list; anything else is taken away. */
function emptyOf(form: Field['form']): unknown {
  const empty = form.read('');
  return Array.isArray(empty) ? empty : null;
}

/** An item a line. Where no item holds one, semicolons part items as in files, and several addresses may share a line. */
function itemsIn(text: string, { cli }: Field): readonly string[] {
  if ('isRepeated' in cli) {
    return linesIn(text);
  }
  const items = linesIn(text.replaceAll(';', '\n'));
  return items.flatMap((item) => {
    const parts = item.split(/[\s,]+/u).filter((part) => part !== '');
    return parts.every(isEmail) ? parts : [item];
  });
}

function choicesOf({ form, words = {}, isOptional }: Field, schema: z.ZodType): Choices | undefined {
  const options =
    schema instanceof z.ZodEnum
      ? schema.options.map((word) => {
          const [value, meaning] = [String(word), words[String(word)]];
          return [value, meaning === undefined ? value : `${value}: ${meaning}`] as const;
        })
      : form === flagForm
        ? ([
            ['true', 'yes'],
            ['false', 'no'],
          ] as const)
        : undefined;
  return options && (isOptional === true ? [['', 'not given'], ...options] : options);
}
