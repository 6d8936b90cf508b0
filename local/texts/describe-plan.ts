import type { PlannedChangeDocument } from '../../shared/kernel/runs/contract/run-documents.ts';
import { grouped } from '../../shared/kernel/texts/amounts.ts';
import { creditsText } from '../../shared/kernel/texts/credits.ts';
import type { Column } from '../../shared/terminal/draw-grid.ts';
import type { Style } from '../../shared/terminal/style.ts';
import { renderTable } from '../../shared/terminal/table.ts';

const columns: readonly Column[] = [
  { title: 'Email' },
  { title: 'From', align: 'right' },
  { title: 'To', align: 'right' },
  { title: 'Headroom', align: 'right' },
  { title: 'Binding' },
  { title: 'Reason' },
];

/** Changes of caps as a table of at most `rowsMax` rows, then how many more there are. Credits are Standard Credits. */
export function describeChanges(changes: readonly PlannedChangeDocument[], rowsMax: number, style: Style): string {
  const rows = changes
    .slice(0, rowsMax)
    .map(({ email, from, to, headroom, binding, reason }) => [
      email,
      from === null ? 'none' : creditsText(from),
      creditsText(to),
      headroom === null ? 'unlimited' : creditsText(headroom),
      binding === null ? 'no budget' : `${binding.scope} ${binding.window}`,
      reason.replaceAll('-', ' '),
    ]);
  const more = changes.length - rows.length;
  const table = renderTable(columns, rows, style);
  return more > 0 ? `${table}\nand ${grouped(more)} more` : table;
}

/** Changes with those first that leave the least to consume. */
export function tightestFirst(changes: readonly PlannedChangeDocument[]): readonly PlannedChangeDocument[] {
  const left = ({ headroom }: PlannedChangeDocument): number => headroom ?? Number.POSITIVE_INFINITY;
  return changes.toSorted((a, b) => Math.sign(left(a) - left(b)) || 0);
}
