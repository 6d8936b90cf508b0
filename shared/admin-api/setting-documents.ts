import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import type { SettingDocument } from '../contracts/documents/settings-document.ts';
import { settingDescriptions, settingsRecord } from '../contracts/records/settings.ts';
import type { Settings } from '../contracts/settings/settings.ts';
import { fieldOfSetting } from '../contracts/settings/setting-field.ts';
import type { SettingDescription } from '../contracts/settings/setting.ts';
import type { JournalValue } from '../domain/journal/journal-entry.ts';
import type { SettingsTerms } from '../domain/settings/settings-record.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

type SettingDocumentOf = Omit<z.input<typeof SettingDocument>, 'value' | 'default'> & {
  readonly value: JournalValue;
  readonly default: JournalValue;
};

const columns = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From' }, { title: 'What it is for' }] as const;

/** Every setting as the documents show it: what is in force, and what the file says, where there is one. */
export function settingDocuments(settings: Settings, file: SettingsTerms | undefined): readonly SettingDocumentOf[] {
  return settingDescriptions().map((described) => documentOf(described, { settings, file }));
}

function documentOf(
  { path, help = '', unit, default: usual, schema }: SettingDescription,
  { settings, file }: { readonly settings: Settings; readonly file: SettingsTerms | undefined },
): SettingDocumentOf {
  const value = valueAt(settings, path);
  return {
    setting: path,
    value: value ?? null,
    default: (usual ?? null) as JournalValue,
    from: sourceOf({ path, value, usual, file }),
    unit: unit ?? null,
    help,
    field: fieldOfSetting(schema, unit),
  };
}

/** A deployment only tells what is in force. On the demo an admin is made up. */
function sourceOf({
  path,
  value,
  usual,
  file,
}: {
  readonly path: string;
  readonly value: unknown;
  readonly usual: unknown;
  readonly file: SettingsTerms | undefined;
}): SettingDocumentOf['from'] {
  if (file?.[path] !== undefined) {
    return 'settings.yaml';
  }
  if (isDeepStrictEqual(value, usual)) {
    return 'default';
  }
  return file === undefined ? 'curfew.config.ts' : isPartOfFile(path, file) ? 'settings.yaml' : 'demo';
}

/** A default that counts only beside another setting, such as the end of the working hours. */
function isPartOfFile(path: string, file: SettingsTerms): boolean {
  const above = path.split('.').slice(0, -1).join('.');
  return Object.keys(file).some((set) => set === above || set.startsWith(`${above}.`) || set.startsWith(`${path}.`));
}

function valueAt(settings: Settings, path: string): JournalValue | undefined {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
      settings,
    ) as JournalValue | undefined;
}

/** Settings as a table: what is in force, where it comes from, and what it is for. */
export function settingTable(shown: readonly SettingDocumentOf[], style: Style): string {
  const rows = shown.map(({ setting, value, from, help, unit }) => [
    setting,
    value === null ? 'none' : shownValue(setting, value),
    from,
    unit === null ? help : `${help} (${unit})`,
  ]);
  return renderTable(columns, rows, style);
}

function shownValue(setting: string, value: JournalValue): string {
  const text = settingsRecord().show({ [setting]: value }, setting);
  return text === '' || text === '[]' ? 'none' : plainText(text);
}
