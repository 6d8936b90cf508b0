/** One thing that the search can open. */
export interface Match {
  readonly group: 'Pages' | 'Saved views' | 'People' | 'Teams' | 'Budgets' | 'Alerts';
  readonly text: string;
  readonly note?: string;
  /** Is found too, and is not shown. */
  readonly more?: string;
  readonly to: string;
}

const perGroup = 6;

/** Matches whose text or note has every typed word, names that begin with the text first, a few of each group. */
export function matching(typed: string, all: readonly Match[]): readonly Match[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  const found = all.filter(({ text, note = '', more = '' }) => {
    const said = `${text} ${note} ${more}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const begins = ({ text }: Match): number => Number(text.toLowerCase().startsWith(words.join(' ')));
  const groups = Map.groupBy(
    found.toSorted((a, b) => begins(b) - begins(a)),
    ({ group }) => group,
  );
  return [...new Set(all.map(({ group }) => group))].flatMap((group) => groups.get(group)?.slice(0, perGroup) ?? []);
}
