import type { OldFiguresNote } from '../../shared/kernel/contract/figures-header.ts';

export type FiguresShown = { readonly kind: 'computing' } | ({ readonly kind: 'old' } & OldFiguresNote);

/** What is to be said of the figures that the page shows; undefined while all are current. */
export function figuresShown(
  reads: readonly { readonly old: OldFiguresNote | undefined; readonly isComputing: boolean }[],
): FiguresShown | undefined {
  if (reads.some((read) => read.isComputing)) {
    return { kind: 'computing' };
  }
  const [oldest] = reads.flatMap(({ old }) => old ?? []).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return oldest && { kind: 'old', ...oldest };
}
