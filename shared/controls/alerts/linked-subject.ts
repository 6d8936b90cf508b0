export type Linked =
  | { readonly kind: 'revisions'; readonly series: number; readonly from: number; readonly through: number }
  | { readonly kind: 'alert'; readonly conditionId: string };

export const linkedRevisionsMax = 200;

export function formatLinked(linked: Linked): string {
  if (linked.kind === 'alert') {
    return `alert/${linked.conditionId}`;
  }
  const { series, from, through } = linked;
  return `revisions/${series}/${Math.max(from, through - linkedRevisionsMax + 1)}-${through}`;
}

export function readLinked(text: string): Linked | undefined {
  const [, conditionId] = /^alert\/(.+)$/su.exec(text) ?? [];
  if (conditionId !== undefined) {
    return { kind: 'alert', conditionId };
  }
  const [, series, from, through] = /^revisions\/(\d{1,9})\/(\d{1,15})-(\d{1,15})$/u.exec(text) ?? [];
  return through === undefined
    ? undefined
    : { kind: 'revisions', series: Number(series), from: Number(from), through: Number(through) };
}
