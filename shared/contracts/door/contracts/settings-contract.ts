import * as z from 'zod';

import { SettingDocument, SettingsVersionDocument } from '../../documents/settings-document.ts';
import type { Contract } from './contract.ts';
import { pageOf, PageQuery } from '../fields/page.ts';
import type { settingsRoutes } from '../routes/settings-routes.ts';

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
  listSettingsVersions: { query: PageQuery, answer: pageOf(SettingsVersionDocument, {}), rowKey: ['version'] },
} as const satisfies Contract<typeof settingsRoutes>;
