import type { JournalValue } from '../../domain/journal/journal-entry.ts';

/** One setting in `settings show --json`. */
export interface SettingDocument {
  /** Its name, such as `pools.settleDays`. */
  readonly setting: string;
  /** What is in force; null where nothing is. */
  readonly value: JournalValue;
  readonly default: JournalValue;
  /** `demo`: made up, since the file does not say it and the demo needs it. */
  readonly from: 'default' | 'settings.yaml' | 'curfew.config.ts' | 'demo';
  /** What its number counts. */
  readonly unit: string | null;
  readonly help: string;
}
