import { readAmount } from '../../../shared/kernel/records/contract/fields/amount.ts';
import { isSameValue } from '../../../shared/kernel/records/same-value.ts';
import type { OperationDocument, OperationGiven } from '../../api/call-api.ts';
import {
  type Choices,
  linesIn,
  type FormField,
  type RecordForm,
  type RecordVersion,
} from '../../parts/editing/record-form.ts';
import { numberText } from '../../parts/texts/amounts.ts';

export type Setting = OperationDocument<'showSettings'>['rows'][number];
export type SettingValue = OperationGiven<'setSetting'>['body']['value'];
type Field = Setting['field'];

/** What a value reads as; what is not said reads as `not set`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) {
    return 'not set';
  }
  if (typeof value === 'boolean') {
    return value ? 'on' : 'off';
  }
  if (typeof value === 'number') {
    return numberText(value);
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return value.length === 0 ? 'none' : value.join(', ');
  }
  return typeof value === 'string' ? value : (listsText(value) ?? JSON.stringify(value));
}

/** What a value of a setting reads as. Of settings that can be switched off together, each stands in a row of its own. */
export function settingText({ field }: Pick<Setting, 'field'>, value: unknown): string {
  return field.kind === 'off' && typeof value === 'object' && value !== null ? 'on' : valueText(value);
}

/** The unit of a setting after its value, where the value does not say it itself. */
export function unitText({ unit }: Setting): string {
  return unit === null || unit === 'time of day' ? '' : ` ${unit}`;
}

/** Lists by name, `web: ann@acme.example, bob@acme.example; core: …`; undefined for anything else. */
function listsText(value: unknown): string | undefined {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (!entries.every(([, names]) => Array.isArray(names) && names.every((name) => typeof name === 'string'))) {
    return undefined;
  }
  return entries.length === 0 ? 'none' : entries.map(([name, names]) => `${name}: ${String(names)}`).join('; ');
}

/** One setting in a form. Nothing takes it out of the file, so that it is as usual. */
export function settingForm(row: Pick<Setting, 'field' | 'unit' | 'default'>): RecordForm<'value'> {
  const choices = settingChoices(row);
  const field: FormField<'value'> = {
    name: 'value',
    ...labelOf(row),
    choices,
    fresh: '',
    isMinor: false,
    valueOf: (text) => valueIn(row.field, text),
    textOf: (value) => textFor(row.field, value),
    show: (value) => (value === null || value === undefined ? 'as usual' : settingText(row, value)),
  };
  return {
    fields: [field],
    fresh: { value: '' },
    applying: () => [field],
    faults({ value }) {
      const problem = settingProblem(row.field, value);
      return problem === undefined ? {} : { value: problem };
    },
  };
}

/** The words of a setting that has some; undefined for others. */
export function settingChoices({ field, default: usual }: Pick<Setting, 'field' | 'default'>): Choices | undefined {
  const asUsual = ['', `as usual: ${settingText({ field }, usual)}`] as const;
  switch (field.kind) {
    case 'flag':
      return [asUsual, ['true', 'on'], ['false', 'off']];
    case 'off':
      return [
        ['', 'on: the settings under it count'],
        ['false', 'off'],
      ];
    case 'choice':
      return [asUsual, ...field.options.map((option) => [option, option] as const)];
    case 'number':
    case 'time':
    case 'text':
    case 'list':
    case 'lists':
    case 'json':
      return undefined;
  }
}

/** Why a text is no value of a setting, as far as that can be told without the API. */
export function settingProblem(field: Field, text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') {
    return undefined;
  }
  switch (field.kind) {
    case 'number':
      return numberProblem(field, trimmed);
    case 'json':
      return jsonIn(trimmed) === undefined ? 'This is not JSON' : undefined;
    case 'lists':
      return linesIn(text).every((line) => /\S\s*=/u.test(line)) ? undefined : 'Give NAME = EMAIL, EMAIL on each line';
    case 'list':
      return field.of === 'numbers' && linesIn(text).some((line) => Number.isNaN(Number(line)))
        ? 'Give a number on each line'
        : undefined;
    case 'flag':
    case 'off':
    case 'choice':
    case 'time':
    case 'text':
      return undefined;
  }
}

function numberProblem({ isWhole, least, most }: Field & { readonly kind: 'number' }, text: string) {
  const value = readAmount(text) ?? Number(text);
  const isFine =
    Number.isFinite(value) &&
    (!isWhole || Number.isSafeInteger(value)) &&
    (least === null || value >= least) &&
    (most === null || value <= most);
  const bounds =
    least !== null && most !== null
      ? ` from ${numberText(least)} to ${numberText(most)}`
      : least !== null
        ? `, ${numberText(least)} or more`
        : '';
  return isFine ? undefined : `Give a ${isWhole ? 'whole ' : ''}number${bounds}`;
}

function valueIn(field: Field, text: string): SettingValue {
  const trimmed = text.trim();
  if (trimmed === '') {
    return null;
  }
  switch (field.kind) {
    case 'number':
      return settingProblem(field, text) === undefined ? (readAmount(trimmed) ?? Number(trimmed)) : trimmed;
    case 'flag':
    case 'off':
      return trimmed === 'true';
    case 'list':
      return linesIn(text).map((line) => (field.of === 'numbers' ? Number(line) : line));
    case 'lists':
      return listsIn(text);
    case 'json':
      return jsonIn(trimmed) ?? trimmed;
    case 'choice':
    case 'time':
    case 'text':
      return trimmed;
  }
}

function textFor({ kind }: Field, value: unknown): string {
  if (kind === 'off') {
    return value === false ? 'false' : '';
  }
  if (value === null || value === undefined) {
    return '';
  }
  if (typeof value !== 'object') {
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
  if (kind === 'list' && Array.isArray(value)) {
    return value.join('\n');
  }
  return kind === 'lists'
    ? Object.entries(value)
        .map(([name, names]) => `${name} = ${Array.isArray(names) ? names.join(', ') : ''}`)
        .join('\n')
    : JSON.stringify(value, undefined, 2);
}

/** `web = ann@acme.example, bob@acme.example`, a line a name; the name may hold an equals sign. */
function listsIn(text: string): Record<string, string[]> {
  return Object.fromEntries(
    linesIn(text).map((line) => {
      const at = line.lastIndexOf('=');
      const names = line.slice(at + 1).split(/[,;]/u);
      return [line.slice(0, at).trim(), names.map((name) => name.trim()).filter((name) => name !== '')];
    }),
  );
}

function labelOf({ field, unit }: Pick<Setting, 'field' | 'unit'>): Pick<FormField, 'label' | 'help' | 'control'> {
  const label = unit === null || field.kind === 'time' ? 'Value' : `Value (${unit})`;
  switch (field.kind) {
    case 'list':
      return { label, help: `${wordsOf[field.of]}; empty: as usual`, control: 'lines' };
    case 'lists':
      return { label, help: 'One a line, such as web = ann@acme.example, bob@acme.example', control: 'lines' };
    case 'json':
      return { label, help: 'As JSON; empty: as usual', control: 'long' };
    case 'time':
      return { label, help: 'Such as 07:30; empty: as usual', control: 'time' };
    case 'number':
    case 'text':
      return { label, help: 'Empty: as usual' };
    case 'flag':
    case 'off':
    case 'choice':
      return { label, help: '' };
  }
}

const wordsOf = {
  emails: 'An email a line',
  texts: 'One a line',
  numbers: 'A number a line',
} as const;

function jsonIn(text: string): SettingValue | undefined {
  try {
    return JSON.parse(text) as SettingValue;
  } catch {
    return undefined;
  }
}

/** The versions of all settings that changed one of them, the newest first. */
export function versionsOf(
  setting: string,
  rows: readonly OperationDocument<'listSettingsVersions'>['rows'][number][],
): readonly RecordVersion<'value'>[] {
  return rows
    .filter(({ before, after }) => !isSameValue(before[setting], after[setting]))
    .toSorted((a, b) => b.version - a.version)
    .map(({ before, after, ...facts }) => ({
      ...facts,
      before: { value: before[setting] ?? null },
      after: { value: after[setting] ?? null },
    }));
}
