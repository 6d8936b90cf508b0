import { isDeepStrictEqual } from 'node:util';
import { settingDescriptions, settingsRecord, settingsUnder } from '../../shared/contracts/records/settings.ts';
import type { SettingDocument } from '../../shared/contracts/documents/settings-document.ts';
import type { Settings } from '../../shared/contracts/settings.ts';
import type { SettingDescription } from '../../shared/contracts/setting.ts';
import type { JournalValue } from '../../shared/domain/journal/journal-entry.ts';
import type { SettingsTerms } from '../../shared/domain/settings/settings-record.ts';
import { plainText } from '../../shared/terminal/plain-text.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { withInstallation } from '../frame/with-installation.ts';
import { settingNamed } from './settings-place.ts';

const columns = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From' }, { title: 'What it is for' }] as const;

/** `settings show [NAME]`: what is in force, where each value comes from, and what each setting is for. */
export async function showSettings(context: CommandContext, name: string | undefined): Promise<ExitCode> {
  const wanted = name === undefined ? undefined : namesOf(name);
  const { settings, file } = await withInstallation(context, async (installation) => ({
    settings: installation.readSettings(),
    file: installation.settingsFile?.read(),
  }));
  const shown = settingDocuments(settings, file).filter(({ setting }) => wanted?.includes(setting) ?? true);
  context.tell({ json: shown satisfies readonly SettingDocument[], text: textOf(context, shown) });
  return exitCodes.done;
}

/** Every setting as it is in force; `file`: what the file sets, where there is one. */
export function settingDocuments(settings: Settings, file: SettingsTerms | undefined): readonly SettingDocument[] {
  return settingDescriptions.map((described) => documentOf(described, { settings, file }));
}

function namesOf(name: string): readonly string[] {
  const under = settingsUnder(name);
  return under.length > 0 ? [name, ...under] : [settingNamed(name).path];
}

function documentOf(
  { path, help = '', unit, default: usual }: SettingDescription,
  { settings, file }: { readonly settings: Settings; readonly file: SettingsTerms | undefined },
): SettingDocument {
  const value = valueAt(settings, path);
  return {
    setting: path,
    value: value ?? null,
    default: (usual ?? null) as JournalValue,
    from: sourceOf({ path, value, usual, file }),
    unit: unit ?? null,
    help,
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
}): SettingDocument['from'] {
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

function textOf({ style }: CommandContext, shown: readonly SettingDocument[]): string {
  const rows = shown.map(({ setting, value, from, help, unit }) => [
    setting,
    value === null ? 'none' : shownValue(setting, value),
    from,
    unit === null ? help : `${help} (${unit})`,
  ]);
  return renderTable(columns, rows, style);
}

function shownValue(setting: string, value: JournalValue): string {
  const form = settingsRecord.fields[setting]?.form;
  const text =
    typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : (form?.show ?? form?.write)?.(value);
  return text === undefined || text === '' || text === '[]' ? 'none' : plainText(text);
}
