import { counted } from '../../shared/domain/texts/counted.ts';
import type { Style } from '../../shared/terminal/style.ts';

/** So many rows of a list are shown on a terminal that asks for no more. */
const rowsMax = 40;

/** What of a long list is shown, and a line that says how to see the rest. */
export interface ShownRows<T> {
  readonly rows: readonly T[];
  readonly footer: readonly string[];
}

/**
 * The first rows of a list that is sorted by what matters. `all`, and whoever reads along as a program, gets every row:
 * a list is cut only for a terminal.
 */
export function shownRows<T>(
  rows: readonly T[],
  { style, all = false, what }: { readonly style: Style; readonly all?: boolean | undefined; readonly what: string },
): ShownRows<T> {
  const more = style.hasBorders && !all ? rows.length - rowsMax : 0;
  return more > 0
    ? { rows: rows.slice(0, rowsMax), footer: [`And ${counted(more, `more ${what}`)}; --all shows every one.`] }
    : { rows, footer: [] };
}
