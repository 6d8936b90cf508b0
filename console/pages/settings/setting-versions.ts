import type { OperationDocument } from '../../api/call-api.ts';
import type { RecordVersion } from '../../parts/editing/record-form.ts';

type Version = OperationDocument<'listSettingsVersions'>['rows'][number];

/** The versions of all settings that changed one of them, the newest first. */
export function versionsOf(setting: string, rows: readonly Version[]): readonly RecordVersion<'value'>[] {
  return rows
    .filter(({ before, after }) => JSON.stringify(before[setting]) !== JSON.stringify(after[setting]))
    .toSorted((a, b) => b.version - a.version)
    .map(({ before, after, ...facts }) => ({
      ...facts,
      before: { value: before[setting] ?? null },
      after: { value: after[setting] ?? null },
    }));
}
