import * as z from 'zod';

import type { JournalValue } from '../../domain/journal/journal-entry.ts';
import { editWays } from '../../domain/records/record-edit.ts';
import { SettingFieldDocument } from '../settings/setting-field.ts';
import { Instant } from './document-parts.ts';

/** Whatever JSON holds. */
const Json = z.unknown() as z.ZodType<JournalValue>;

/** One setting in `settings show --json`. */
export const SettingDocument = z.object({
  /** Its name, such as `pools.settleDays`. */
  setting: z.string(),
  /** What is in force; null where nothing is. */
  value: Json,
  default: Json,
  /** `demo`: made up, since the file does not say it and the demo needs it. */
  from: z.enum(['default', 'settings.yaml', 'curfew.config.ts', 'demo']),
  /** What its number counts. */
  unit: z.string().nullable(),
  help: z.string(),
  /** How a form takes it. */
  field: SettingFieldDocument,
});

const Terms = z.record(z.string(), Json);

/** `settings history --json` has one for each version. */
export const SettingsVersionDocument = z.object({
  version: z.int(),
  at: Instant,
  by: z.string(),
  way: z.enum(editWays),
  before: Terms,
  after: Terms,
});
