import type { Style } from '../style.ts';
import { renderTable } from '../table.ts';

/** A version beside the one before it of the same record. */
export interface VersionStep<Version> {
  readonly version: Version;
  readonly before: Version | undefined;
}

interface Numbered {
  readonly version: number;
  /** ISO instant. */
  readonly at: string;
  readonly by: string;
  readonly way: string;
}

/** In the order of their moments; each with the version before it of the same record. */
export function versionSteps<Version extends Numbered>(
  versions: readonly Version[],
  recordOf: (version: Version) => string,
): readonly VersionStep<Version>[] {
  const byRecord = Map.groupBy(versions, recordOf);
  const steps = [...byRecord.values()].flatMap((of) => {
    const ascending = of.toSorted((a, b) => a.version - b.version);
    return ascending.map((version, index) => ({ version, before: ascending[index - 1] }));
  });
  return steps.toSorted((a, b) => Date.parse(a.version.at) - Date.parse(b.version.at));
}

/** How the steps of a kind of record are shown: the columns that name the record, their cells, and what came of it. */
interface StepWords<Version> {
  readonly names: readonly string[];
  readonly cells: (version: Version) => readonly string[];
  readonly what: (step: VersionStep<Version>) => string;
}

/** Versions with who, when, how, before and after, as a table. */
export function stepTable<Version extends Numbered>(
  steps: readonly VersionStep<Version>[],
  { names, cells, what }: StepWords<Version>,
  style: Style,
): string {
  const columns = [
    { title: 'At' },
    ...names.map((title) => ({ title })),
    { title: 'Version', align: 'right' } as const,
    { title: 'Who' },
    { title: 'How' },
    { title: 'What' },
  ];
  const rows = steps.map((step) => {
    const { at, version, by, way } = step.version;
    return [at, ...cells(step.version), String(version), by, way, what(step)];
  });
  return renderTable(columns, rows, style);
}
