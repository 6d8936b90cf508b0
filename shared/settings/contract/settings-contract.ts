import * as z from 'zod';

import type { JournalValue } from '../../journal/journal-entry.ts';
import type { Contract } from '../../kernel/contract/contract.ts';
import { pageOf, PageQuery } from '../../kernel/contract/fields/page.ts';
import { AgreedQuery, EditedDocument, NameText } from '../../kernel/contract/fields/record-parts.ts';
import { SettingDocument, SettingsVersionDocument } from './settings-document.ts';

/** A setting's value; null removes it from the file, so that its default counts. */
export const SaidSetting = z.strictObject({ value: z.json() as unknown as z.ZodType<JournalValue, JournalValue> });

export const settingsContract = {
  showSettings: {
    purpose: 'Lists every setting: what is in force, where it comes from, what it is for',
    query: z.strictObject({
      ...PageQuery.shape,
      name: z.string().min(1).max(200).optional(),
    }),
    answer: pageOf(SettingDocument, {}),
    rowKey: ['setting'],
  },
  setSetting: {
    purpose:
      'Sets one setting in the file of an installation on one machine; null takes it out. On a deployment, deploy',
    params: z.strictObject({ name: NameText }),
    query: AgreedQuery,
    body: SaidSetting,
    answer: EditedDocument,
  },
  listSettingsVersions: {
    purpose: 'Lists every version of the settings of an installation on one machine: who, when, before and after',
    query: PageQuery,
    answer: pageOf(SettingsVersionDocument, {}),
    rowKey: ['version'],
  },
} as const satisfies Contract<'settings'>;
