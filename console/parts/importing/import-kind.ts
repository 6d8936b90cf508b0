import type { ImpactAnswer } from '../impact/use-impact.ts';

/** One change of an import, as the API plans it. */
type PlannedChange = NonNullable<ImpactAnswer['plan']>['changes'][number];

/** A kind of records that is imported, and how its changes are told. */
export interface ImportKind {
  readonly content: 'budgets' | 'teams';
  readonly one: string;
  readonly many: string;
  /** The head of the column that names what changes. */
  readonly keyHead: string;
  readonly keyText: (change: PlannedChange) => string;
  readonly changeText: (change: PlannedChange) => string;
}

/** What somebody pasted, as a file for the API. */
export interface PastedFile {
  /** CSV; a row for each that was pasted, in its order. */
  readonly csv: string;
  /** Why it cannot be read at all. */
  readonly problem?: string;
}
