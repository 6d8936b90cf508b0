import * as z from 'zod';

import type { JournalValue } from '../../journal/journal-entry.ts';
import { quotedValue } from '../../kernel/records/contract/fields/quoted-value.ts';
import {
  amountForm,
  flagForm,
  jsonForm,
  listForm,
  numberForm,
  numbersForm,
  wordForm,
  type TextForm,
} from '../../kernel/records/contract/fields/text-form.ts';
import { wantedOf } from '../../kernel/records/contract/fields/wanted-of.ts';
import { defineRecord, type Field, type ReadTerms, type RecordCodec } from '../../kernel/records/contract/record.ts';
import { choiceHint, nearestWord } from '../../kernel/texts/nearest-word.ts';
import { settingsKind, type SettingsKey, type SettingsTerms } from '../settings-record.ts';
import { describeSettings, leafSettings, type SettingDescription } from './setting.ts';
import { defaultSettings, Settings } from './settings.ts';

/** Everything known of settings, built on first use: most commands only read them. */
interface Known {
  readonly groupHelp: ReadonlyMap<string, string>;
  readonly descriptions: readonly SettingDescription[];
  readonly schemas: ReadonlyMap<string, z.ZodType>;
  readonly record: RecordCodec<SettingsKey, SettingsTerms>;
}

let made: Known | undefined;

function known(): Known {
  if (made === undefined) {
    const described = describeSettings(Settings, Settings.parse({}));
    const descriptions = leafSettings(described);
    made = {
      groupHelp: new Map(
        described
          .filter(({ path }) =>
            described.some((other) => other.path.startsWith(`${path}.`) && !/[[*]/u.test(other.path)),
          )
          .map(({ path, help = '' }) => [path, help]),
      ),
      descriptions,
      schemas: new Map(descriptions.map(({ path, schema }) => [path, valueSchema(schema)])),
      record: defineRecord<SettingsKey, SettingsTerms>({
        kind: settingsKind,
        fields: Object.fromEntries(descriptions.map((each) => [each.path, fieldOf(each)])),
        problemsBetween,
      }),
    };
  }
  return made;
}

export const groupHelp = (): ReadonlyMap<string, string> => known().groupHelp;

export const settingDescriptions = (): readonly SettingDescription[] => known().descriptions;

/** An installation's settings: one optional field each. */
export const settingsRecord = (): RecordCodec<SettingsKey, SettingsTerms> => known().record;

function problemsBetween(terms: SettingsTerms): readonly { readonly field: string; readonly problem: string }[] {
  const { schemas } = known();
  const doubled = Object.keys(terms).filter((path) => settingsUnder(path).some((under) => terms[under] !== undefined));
  if (doubled.length > 0) {
    return doubled.map((field) => ({ field, problem: 'stands beside settings under it; give one or the other' }));
  }
  const isEachValid = Object.entries(terms).every(([path, value]) => schemas.get(path)?.safeParse(value).success);
  const { error } = isEachValid ? Settings.safeParse(nested(terms)) : {};
  return (error?.issues ?? []).map(({ path, message }) => {
    const field = path.filter((step) => typeof step === 'string').join('.');
    const isMissing = schemas.has(field) && terms[field] === undefined;
    return { field, problem: isMissing ? `is missing; give ${wantedAt(field)}` : message };
  });
}

/** The settings in force: valid terms plus defaults. */
export function settingsOf(terms: SettingsTerms): Settings {
  return Object.keys(terms).length === 0 ? defaultSettings() : Settings.parse(nested(terms));
}

/** Parses nested settings: the terms, or every problem with setting, value and remedy. */
export function readSettingsTerms(content: unknown): ReadTerms<SettingsTerms> {
  if (!isMap(content)) {
    return { kind: 'refused', problems: ['the file holds no settings by name; write them as NAME: VALUE'] };
  }
  const flat = flattened(content, '');
  const misplaced = flat.filter(
    ([path, value]) => groupHelp().has(path) && settingsRecord().fields[path] === undefined && value !== null,
  );
  if (misplaced.length > 0) {
    return {
      kind: 'refused',
      problems: misplaced.map(
        ([path, value]) =>
          `field ${quotedValue(path)}: ${quotedValue(value)} is no value of it; it holds settings of its own, such as ${firstIn(path)}`,
      ),
    };
  }
  const said = flat.filter(([path, value]) => value !== null || !groupHelp().has(path));
  return settingsRecord().parse(Object.fromEntries(said));
}

export function wantedAt(path: string): string {
  const found = settingDescriptions().find((each) => each.path === path);
  return found === undefined ? 'a setting that there is' : wantedOf(found);
}

/** The settings in a group, and every similar name. */
export function settingsUnder(path: string): readonly string[] {
  return settingDescriptions()
    .map((each) => each.path)
    .filter((each) => each.startsWith(`${path}.`));
}

/** Says that there is no setting of a name, and which are meant by it. */
export function describeNoSetting(name: string): string {
  const paths = settingDescriptions().map(({ path }) => path);
  const word = (name.split('.').at(-1) ?? name).toLowerCase();
  const holding = paths.filter((path) => path.toLowerCase().includes(word)).slice(0, 5);
  const nearest = nearestWord(name, paths) ?? nearestWord(word, paths);
  const close = holding.length > 0 ? holding : nearest === undefined ? [] : [nearest];
  const meant = close.length === 0 ? '' : `; did you mean ${close.join(', ')}?`;
  return `${quotedValue(name)} is no setting${meant}; see them all with "npx curfew settings show"`;
}

function nested(terms: SettingsTerms): Readonly<Record<string, unknown>> {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(terms)) {
    const steps = path.split('.');
    const last = steps.pop() ?? path;
    const parent = steps.reduce<Record<string, unknown>>(
      (map, step) => (map[step] ??= {}) as Record<string, unknown>,
      root,
    );
    parent[last] = value;
  }
  return root;
}

function flattened(map: Readonly<Record<string, unknown>>, above: string): readonly (readonly [string, unknown])[] {
  return Object.entries(map).flatMap(([name, value]) => {
    // A dot in a name must not look like a separator.
    const path = `${above}${name.includes('.') ? JSON.stringify(name) : name}`;
    return isMap(value) && groupHelp().has(path) ? flattened(value, `${path}.`) : [[path, value] as const];
  });
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstIn(path: string): string {
  return settingsUnder(path)[0] ?? path;
}

function fieldOf(described: SettingDescription): Field<JournalValue> & { readonly isOptional: true } {
  const { path, help = '', unit, schema } = described;
  return {
    schema: refusedWith(valueSchema(schema), wantedOf(described)) as z.ZodType<JournalValue>,
    isOptional: true,
    form: formOf(schema, unit),
    label: path,
    help,
    cli: { argument: path },
  };
}

/** Where a word or a group of settings is allowed, only the word is a value. */
function valueSchema(schema: z.ZodType): z.ZodType {
  const words = schema instanceof z.ZodUnion ? (schema.options as readonly z.ZodType[]) : [];
  return words.find((option) => option instanceof z.ZodLiteral) ?? schema;
}

/** One problem per value with its remedy; inside lists and maps with its place. */
function refusedWith(schema: z.ZodType, wanted: string): z.ZodType {
  return z.unknown().superRefine((value, context) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue !== undefined) {
      const place = issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
      const problem = problemOf(issue, { value, wanted });
      context.addIssue({ code: 'custom', message: place === '' ? problem : `at ${place}: ${problem}` });
    }
  });
}

/** Our own messages start in lower case and state the remedy; the library's know neither value nor remedy. */
function problemOf(
  issue: z.core.$ZodIssue,
  { value, wanted }: { readonly value: unknown; readonly wanted: string },
): string {
  const { path, message } = issue;
  const found = path.reduce<unknown>(
    (inside, step) => (isMap(inside) || Array.isArray(inside) ? Reflect.get(inside, step) : undefined),
    value,
  );
  const shown = typeof found === 'object' && found !== null ? '' : `${quotedValue(found)} `;
  if (!/^[A-Z]/u.test(message)) {
    return message;
  }
  const why = path.length === 0 && isSaidBy(issue) ? '' : ` (${lowered(message)})`;
  return `${shown}is not valid${why}; give ${wanted}${nearestOf(issue, found)}`;
}

/** Whether the wanted value says all that the library does. */
function isSaidBy({ code, ...issue }: z.core.$ZodIssue): boolean {
  return (
    code === 'invalid_type' ||
    code === 'invalid_value' ||
    ((code === 'too_big' || code === 'too_small') && 'origin' in issue && issue.origin !== 'string')
  );
}

function nearestOf(issue: z.core.$ZodIssue, found: unknown): string {
  const words = issue.code === 'invalid_value' ? issue.values.map(String) : [];
  return typeof found === 'string' ? choiceHint(found, words) : '';
}

function lowered(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

function formOf(schema: z.ZodType, unit: string | undefined): TextForm {
  if (schema instanceof z.ZodArray) {
    const { element } = schema;
    return [z.ZodString, z.ZodEmail, z.ZodEnum].some((kind) => element instanceof kind)
      ? listForm
      : element instanceof z.ZodNumber
        ? numbersForm
        : jsonForm;
  }
  if (schema instanceof z.ZodNumber) {
    return unit === 'credits' ? amountForm : numberForm;
  }
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodBoolean) {
    return flagForm;
  }
  return schema instanceof z.ZodRecord ? jsonForm : wordForm;
}
