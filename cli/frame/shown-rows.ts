import { counted } from '../../shared/kernel/texts/amounts.ts';
import type { Style } from '../../shared/terminal/style.ts';

/** So many rows of a list are shown on a terminal that asks for no more. */
const rowsMax = 40;

/** The first rows of a sorted list. With `--all`, or without a terminal, every row. */
export function shownRows<T>(
  rows: readonly T[],
  {
    style,
    what,
    all = style.allRows,
  }: { readonly style: Style; readonly what: string; readonly all?: boolean | undefined },
): { readonly rows: readonly T[]; readonly footer: readonly string[] } {
  const more = style.hasBorders && all !== true ? rows.length - rowsMax : 0;
  return more > 0
    ? { rows: rows.slice(0, rowsMax), footer: [`And ${counted(more, `more ${what}`)}; --all shows every one.`] }
    : { rows, footer: [] };
}
