import type { RecordVersion } from '../../../parts/editing/record-form.ts';
import type { RuleField } from './rule-form.ts';

/** A rule as the table shows it; absent numbers are null. */
export interface Rule {
  readonly name: string;
  readonly creditsMax: number | null;
  readonly personMonthMax: number | null;
  readonly monthMax: number | null;
  readonly people: readonly string[];
  readonly teams: readonly string[];
  readonly pools: string;
}

/** Reads a record of the kind `rules`: the API answers records of all kinds alike. */
export function ruleOf(row: Readonly<Record<string, unknown>>): Rule {
  const credits = (field: string): number | null => (typeof row[field] === 'number' ? row[field] : null);
  const text = (field: string): string | undefined => {
    const value = row[field];
    return typeof value === 'string' ? value : undefined;
  };
  const texts = (field: string): readonly string[] => {
    const value = row[field];
    return Array.isArray(value) ? value.map(String) : [];
  };
  return {
    name: text('rule') ?? text('name') ?? '',
    creditsMax: credits('creditsMax'),
    personMonthMax: credits('personMonthMax'),
    monthMax: credits('monthMax'),
    people: texts('people'),
    teams: texts('teams'),
    pools: text('pools') ?? 'within',
  };
}

interface ListedVersion {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly way: string;
  readonly terms: Readonly<Record<string, unknown>> | null;
}

/** The versions of one rule, the newest first, each beside the one before it. */
export function versionsOf(rows: readonly ListedVersion[]): readonly RecordVersion<RuleField>[] {
  const oldestFirst = rows.toSorted((a, b) => a.version - b.version);
  return oldestFirst
    .map(({ terms, ...facts }, index) => ({
      ...facts,
      before: oldestFirst[index - 1]?.terms ?? undefined,
      after: terms ?? undefined,
    }))
    .toReversed();
}
