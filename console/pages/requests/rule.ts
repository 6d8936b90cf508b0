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

/** Reads a record of the kind `rules`: the door answers records of all kinds alike. */
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
