import type { Change } from '../revision/revision.ts';

type Plain = Readonly<Record<string, unknown>>;

/** The approved baseline, as far as the page shows it. */
interface BaselineShown {
  readonly version: number;
  /** Where it comes from, in words. */
  readonly source: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
}

export interface Deviation {
  readonly path: string;
  readonly standing: string;
  readonly since: string;
  readonly changes: readonly Change[];
  readonly exception?: { readonly ticket: string; readonly expires: string };
}

/** Reads what the API says of the baseline; undefined where none is approved. */
export function baselineIn(approved: Plain | null): BaselineShown | undefined {
  if (approved === null) {
    return undefined;
  }
  const { kind, revision, name } = (approved['source'] ?? {}) as Plain;
  return {
    version: Number(approved['version']),
    source: kind === 'revision' ? `revision ${String(revision)}` : `the file ${String(name)}`,
    approvedBy: String(approved['approvedBy']),
    approvedAt: String(approved['approvedAt']),
  };
}

export function deviationsIn(deviations: readonly Plain[]): readonly Deviation[] {
  return deviations.map(({ path, standing, since, changes, exception }) => ({
    path: String(path),
    standing: String(standing),
    since: String(since),
    changes: changes as readonly Change[],
    ...(typeof exception === 'object' &&
      exception !== null && { exception: exception as NonNullable<Deviation['exception']> }),
  }));
}
