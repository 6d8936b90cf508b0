import * as z from 'zod';

import type { JournalValue } from '../../../domain/journal/journal-entry.ts';
import { SettingDocument, SettingsVersionDocument } from '../../documents/settings-document.ts';
import type { Contract } from './contract.ts';
import { pageOf, PageQuery } from '../fields/page.ts';
import { AgreedQuery, EditedDocument, NameText } from '../fields/record-parts.ts';
import type { settingsRoutes } from '../routes/settings-routes.ts';

/** The value of a setting; null takes it out of the file, so that its default counts. */
export const SaidSetting = z.strictObject({ value: z.json() as unknown as z.ZodType<JournalValue, JournalValue> });

export const settingsContract = {
  showSettings: {
    query: z.strictObject({
      ...PageQuery.shape,
      /** One setting, or a name that several stand under, such as pools. */
      name: z.string().min(1).max(200).exactOptional(),
    }),
    answer: pageOf(SettingDocument, {}),
    rowKey: ['setting'],
  },
  setSetting: {
    params: z.strictObject({ name: NameText }),
    query: AgreedQuery,
    body: SaidSetting,
    answer: EditedDocument,
  },
  listSettingsVersions: { query: PageQuery, answer: pageOf(SettingsVersionDocument, {}), rowKey: ['version'] },
} as const satisfies Contract<typeof settingsRoutes>;
