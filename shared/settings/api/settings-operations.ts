import { isDeepStrictEqual } from 'node:util';

import type * as z from 'zod';

import type { JournalValue } from '../../journal/journal-entry.ts';
import type { Operations } from '../../kernel/api/operation.ts';
import { Problem } from '../../kernel/api/problem.ts';
import { makeSeen } from '../../kernel/records/api/proposal.ts';
import { fieldOfSetting } from '../contract/setting-field.ts';
import type { SettingDescription } from '../contract/setting.ts';
import { settingsContract } from '../contract/settings-contract.ts';
import type { SettingDocument } from '../contract/settings-document.ts';
import { describeNoSetting, settingDescriptions, settingsUnder } from '../contract/settings-record.ts';
import type { Settings } from '../contract/settings.ts';
import type { SettingsTerms } from '../settings-record.ts';
import { proposeSettingChange, settingsPorts, settingsVersion } from './setting-proposal.ts';

type SettingDocumentOf = Omit<z.input<typeof SettingDocument>, 'value' | 'default'> & {
  readonly value: JournalValue;
  readonly default: JournalValue;
};

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

const operations: Operations<typeof settingsContract> = {
  async showSettings({ installation }, { name }) {
    const wanted = name === undefined ? undefined : namesOf(name);
    const set = installation.settingsFile?.read();
    const all = settingDocuments(installation.readSettings(), set);
    const rows = all.filter(({ setting }) => wanted?.includes(setting) ?? true);
    return Promise.resolve({
      document: { rows, next: null },
      version: set === undefined ? undefined : settingsVersion(set),
    });
  },

  async setSetting(work, { name, body: { value }, ...terms }) {
    return makeSeen(work, await proposeSettingChange(work, { name, value }), terms);
  },

  async listSettingsVersions({ installation }) {
    const versions = await settingsPorts(installation).versions.list();
    const before = (index: number): SettingsTerms => versions[index - 1]?.terms ?? {};
    const rows = versions.map(({ version, at, by, way, terms }, index) => ({
      version,
      at,
      by,
      way,
      before: before(index),
      after: terms,
    }));
    return { document: { rows, next: null } };
  },
};

/** What is set, where it comes from and what it is for; and edits of the file that an installation on one machine has. */
export const settings = { contract: settingsContract, operations };

function namesOf(name: string): readonly string[] {
  const under = settingsUnder(name);
  if (under.length > 0) {
    return [name, ...under];
  }
  if (settingDescriptions().some(({ path }) => path === name)) {
    return [name];
  }
  const problem = describeNoSetting(name);
  throw new Problem('invalid-input', problem, { fields: [{ field: 'name', problem }] });
}
