import * as z from 'zod';
import { editWays } from '../../domain/budgets/budget-version.ts';
import { Instant } from './document-parts.ts';

/** One setting in `settings show --json`. */
export const SettingDocument = z.object({
  /** Its name, such as `pools.settleDays`. */
  setting: z.string(),
  /** What is in force; null where nothing is. */
  value: z.json(),
  default: z.json(),
  /** `demo`: made up, since the file does not say it and the demo needs it. */
  from: z.enum(['default', 'settings.yaml', 'curfew.config.ts', 'demo']),
  /** What its number counts. */
  unit: z.string().nullable(),
  help: z.string(),
});

const Terms = z.record(z.string(), z.json());

/** `settings history --json` has one for each version. */
export const SettingsVersionDocument = z.object({
  version: z.int(),
  at: Instant,
  by: z.string(),
  way: z.enum(editWays),
  before: Terms,
  after: Terms,
});
