import * as z from 'zod';

import type { JournalValue } from '../../journal/journal-entry.ts';
import { Instant } from '../../kernel/contract/document-parts.ts';
import { editWays } from '../../kernel/records/record-edit.ts';
import { SettingFieldDocument } from './setting-field.ts';

const Json = z.unknown() as z.ZodType<JournalValue>;

export const SettingDocument = z.object({
  /** A name such as `pools.settleDays`. */
  setting: z.string(),
  value: Json,
  default: Json,
  /** `demo`: the file does not set it and the demo needs a value. */
  from: z.enum(['default', 'settings.yaml', 'curfew.config.ts', 'demo']),
  unit: z.string().nullable(),
  help: z.string(),
  field: SettingFieldDocument,
});

const Terms = z.record(z.string(), Json);

export const SettingsVersionDocument = z.object({
  version: z.int(),
  at: Instant,
  by: z.string(),
  way: z.enum(editWays),
  before: Terms,
  after: Terms,
});
