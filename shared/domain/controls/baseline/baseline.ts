import type { JsonObject } from '../json.ts';

/** Where an approved baseline is from. */
export type BaselineSource =
  | { readonly kind: 'revision'; readonly revision: number }
  | { readonly kind: 'file'; readonly name: string };

/** Approved settings, with which those in force are compared. Marks replace their secrets. */
export interface Baseline {
  readonly settings: JsonObject;
  readonly source: BaselineSource;
  readonly approvedBy: string;
  /** ISO instant. */
  readonly approvedAt: string;
}

/** `revision 12, approved by ann@example.com on 2026-03-02`. */
export function describeBaseline({ source, approvedBy, approvedAt }: Baseline): string {
  const from = source.kind === 'revision' ? `revision ${source.revision}` : `the file ${source.name}`;
  return `${from}, approved by ${approvedBy} on ${approvedAt.slice(0, 10)}`;
}
