import { existsSync, writeFileSync } from 'node:fs';

import { settingsText } from '../../local/settings/read-settings.ts';
import { prepareStateFolder, stateFolderAt } from '../../local/state/state-folder.ts';
import type { JournalValue } from '../../shared/journal/journal-entry.ts';
import type { OperationDocument } from '../../shared/kernel/contract/contracts.ts';
import { counted } from '../../shared/kernel/texts/amounts.ts';
import { plainText } from '../../shared/kernel/texts/plain-text.ts';
import type { SettingDescription } from '../../shared/settings/contract/setting.ts';
import { newSettingsFile, readSettingsFile } from '../../shared/settings/contract/settings-file.ts';
import {
  describeNoSetting,
  settingDescriptions,
  settingsRecord,
  settingsUnder,
  wantedAt,
} from '../../shared/settings/contract/settings-record.ts';
import type { SettingsTerms } from '../../shared/settings/settings-record.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';
import type { ImpactOptions } from '../frame/arguments.ts';
import type { CommandContext } from '../frame/command-context.ts';
import { CommandError, wrongUsage } from '../frame/command-error.ts';
import { rowsOf, showAnswer } from '../frame/connection/show-answer.ts';
import { stateDirOf } from '../frame/connection/state-dir.ts';
import { givenOf } from '../frame/connection/with-api.ts';
import { exitCodes, type ExitCode } from '../frame/exit-codes.ts';
import { readBytes, standardInput } from '../frame/files/read-bytes.ts';
import { lookAtEdit, makeEdit } from '../records/make-edit.ts';
import { describeChange, describeVersions } from '../records/record-rows.ts';

const columns = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From' }, { title: 'What it is for' }] as const;

export async function showSettings(context: CommandContext, name: string | undefined): Promise<ExitCode> {
  return showAnswer(context, ['showSettings', givenOf({ name })], { text: describeSettings, as: rowsOf });
}

/** `settings history`. Raises CommandError. */
export async function showHistory(context: CommandContext): Promise<ExitCode> {
  refuseDeployment(context);
  return showAnswer(context, ['listSettingsVersions', {}], { text: describeSettingsVersions, as: rowsOf });
}

/** Settings as a table: what is in force, where it comes from, and what it is for. */
function describeSettings({ rows: shown }: OperationDocument<'showSettings'>, style: Style): string {
  const rows = shown.map(({ setting, value, from, help, unit }) => [
    setting,
    value === null ? 'none' : shownValue(setting, value as JournalValue),
    from,
    unit === null ? help : `${help} (${unit})`,
  ]);
  return renderTable(columns, rows, style);
}

function shownValue(setting: string, value: JournalValue): string {
  const text = settingsRecord().show({ [setting]: value }, setting);
  return text === '' || text === '[]' ? 'none' : plainText(text);
}

const versionColumns = [
  { title: 'At' },
  { title: 'Version', align: 'right' },
  { title: 'Who' },
  { title: 'How' },
  { title: 'What' },
] as const;

function describeSettingsVersions({ rows }: OperationDocument<'listSettingsVersions'>, style: Style): string {
  const cells = rows.map(({ version, at, by, way, before, after }) => [
    at,
    String(version),
    by,
    way,
    describeVersions(settingsRecord(), before as SettingsTerms, after as SettingsTerms),
  ]);
  return rows.length === 0
    ? 'No setting was ever changed; the defaults count.'
    : renderTable(versionColumns, cells, style);
}

const onDeployment =
  'The settings of a deployment are those of curfew.config.ts: change them there, then run npm run deploy; its history is that of the file';

/** Raises CommandError on a deployment, whose settings are not changed from here. */
function refuseDeployment({ chosen }: CommandContext): void {
  if (chosen.kind === 'deployment') {
    throw wrongUsage(onDeployment);
  }
}

/** The setting of a name. Raises CommandError that says what was meant. */
function settingNamed(name: string): SettingDescription {
  const found = settingDescriptions().find(({ path }) => path === name);
  if (found !== undefined) {
    return found;
  }
  const under = settingsUnder(name);
  if (under.length > 0) {
    throw wrongUsage(`"${name}" holds several settings; name one of ${under.join(', ')}`);
  }
  throw wrongUsage(describeNoSetting(name));
}

/** `settings init`: a file in which every setting is explained and none is set. */
export async function initSettings(context: CommandContext): Promise<ExitCode> {
  refuseDeployment(context);
  const { chosen } = context;
  if (chosen.kind === 'deployment') {
    return exitCodes.wrongUsage;
  }
  const folder = stateFolderAt(await stateDirOf(context, chosen));
  prepareStateFolder(folder);
  const file = folder.settingsFile;
  if (existsSync(file)) {
    throw new CommandError(
      `${file} is there already and was left alone; change it with "npx curfew settings set", or move it away first`,
    );
  }
  // Fails for a file that another process has just made.
  writeFileSync(file, newSettingsFile(), { mode: 0o600, flag: 'wx' });
  context.print({
    json: { file },
    text: `${file} was written: every setting is explained in it, and none is set. Change one with "npx curfew settings set", or edit the file.`,
  });
  return exitCodes.done;
}

const bytesMax = 1_000_000;

/** `settings validate [FILE]`: looks at every setting, touches nothing. */
export async function validateSettings(context: CommandContext, path: string | undefined): Promise<ExitCode> {
  const { name, text } = path === undefined ? ownFile(context) : givenFile(context, path);
  const read = readSettingsFile(text);
  if (read.kind === 'refused') {
    const lines = read.problems.map((problem) => `  ${plainText(problem)}`);
    throw new CommandError(`${name} is not valid:\n${lines.join('\n')}`, exitCodes.failed, {
      valid: false,
      problems: read.problems,
    });
  }
  const count = Object.keys(read.terms).length;
  context.print({
    json: { valid: true, set: read.terms, problems: [] },
    text: `${name} is valid: it sets ${counted(count, 'setting')}; the defaults count for the others.`,
  });
  return Promise.resolve(exitCodes.done);
}

function givenFile({ io }: CommandContext, path: string): { readonly name: string; readonly text: string } {
  const text = new TextDecoder().decode(readBytes(io, path, { bytesMax }));
  return { name: path === standardInput ? 'Standard input' : path, text };
}

/** Also of a folder in which no installation has begun yet. */
function ownFile(context: CommandContext): { readonly name: string; readonly text: string } {
  refuseDeployment(context);
  const { chosen } = context;
  const file = stateFolderAt(chosen.kind === 'machine' ? chosen.stateDir : '').settingsFile;
  const text = settingsText(file);
  if (text === undefined) {
    throw new CommandError(`There is no file ${file}, so that the defaults count; write one with "settings init"`);
  }
  return { name: file, text };
}

/** What was given to `settings set`. */
interface SettingOrder {
  readonly name: string;
  readonly value: string | undefined;
  /** Take it out, so that its default counts. */
  readonly isDefault: boolean;
  readonly options: ImpactOptions;
}

/** `settings set NAME VALUE`: changes one setting in the file, once its impact is shown, with its version and its journal entry. */
export async function setSetting(context: CommandContext, order: SettingOrder): Promise<ExitCode> {
  refuseDeployment(context);
  const { path: name } = settingNamed(order.name);
  const value = valueOf(order);
  const { options } = order;
  return makeEdit(
    context,
    {
      look: lookAtEdit({ edit: 'set-setting', name, value }, options),
      options,
      make: async (api, { query, call }) =>
        (await api.read('setSetting', { name, ...query, body: { value } }, call)).document,
    },
    {
      isIdle: ({ change }) => change === null,
      tell: (made) =>
        made.change === null
          ? `${name} is like that already; nothing was changed.`
          : `The settings were changed: ${plainText(describeChange(settingsRecord(), made))}.`,
      effect: (isRunning) => `It counts from the next run on${isRunning ? '' : '; no installation runs here'}.`,
    },
  );
}

/** The plain value that a text means; null for the default. Raises CommandError for both or neither. */
function valueOf({ name, value, isDefault }: Omit<SettingOrder, 'options'>): JournalValue {
  if (isDefault === (value !== undefined)) {
    throw wrongUsage(`give ${name} a value (${wantedAt(name)}), or --default`);
  }
  return value === undefined ? null : (settingsRecord().fields[name]?.form.read(value) as JournalValue);
}
